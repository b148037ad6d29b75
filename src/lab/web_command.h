/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_WEB_COMMAND_H
#define TENUKI_LAB_WEB_COMMAND_H

/* `tenuki web`. */
int web_command(int argc, char **argv);

#endif

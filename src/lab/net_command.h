/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_NET_COMMAND_H
#define TENUKI_LAB_NET_COMMAND_H

int net_command(int argc, char **argv);

#endif

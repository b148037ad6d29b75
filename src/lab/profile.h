/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_PROFILE_H
#define TENUKI_LAB_PROFILE_H

int profile_command(int argc, char **argv);

#endif

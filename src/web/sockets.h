/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_WEB_SOCKETS_H
#define TENUKI_WEB_SOCKETS_H

#include "base/report.h"

/* Listens on this machine's own addresses and on no other: 127.0.0.1, which must work, and ::1,
 * which is -1 where it does not. A port of 0 becomes one that is free. */
bool sockets_open(int *port, int sockets[2], Diag *diag);

#endif

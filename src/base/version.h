/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_BASE_VERSION_H
#define TENUKI_BASE_VERSION_H

#define TENUKI_VERSION "0.1"
#define TENUKI_AUTHOR "the Tenuki authors"

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_BASE_CLOCK_H
#define TENUKI_BASE_CLOCK_H

#include "base/types.h"

/* Nanoseconds since an arbitrary start; never goes back. */
int64_t clock_now_ns(void);
/* Processor time that the calling thread has used: what others do on the machine hardly shows. */
int64_t clock_thread_ns(void);

#endif

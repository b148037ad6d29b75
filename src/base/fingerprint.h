/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_BASE_FINGERPRINT_H
#define TENUKI_BASE_FINGERPRINT_H

/* A debug build compares the whole position before a move and after it is taken back. Who includes
 * this has a function fingerprint(pos), and a field of that name in the state after the move. */

#ifdef TENUKI_DEBUG
#define REMEMBER_POSITION(pos) ((pos)->state[1].fingerprint = fingerprint(pos))
#define COMPARE_POSITION(pos) ASSERT((pos)->state[1].fingerprint == fingerprint(pos))
#else
#define REMEMBER_POSITION(pos) ((void)0)
#define COMPARE_POSITION(pos) ((void)0)
#endif

#endif

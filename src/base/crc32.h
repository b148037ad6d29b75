/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_BASE_CRC32_H
#define TENUKI_BASE_CRC32_H

/* CRC-32C (Castagnoli, Bräuer and Herrmann 1993): notices every change of up to three bits in
 * blocks as long as ours, and every burst of up to 32. */

#include "base/types.h"

/* Starts from 0; what was returned for the bytes before goes on with the bytes behind them. */
uint32_t crc32_of(uint32_t before, const void *bytes, size_t size);

#endif

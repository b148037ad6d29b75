/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_WEB_TOKEN_H
#define TENUKI_WEB_TOKEN_H

/* Random words that nobody guesses. */

#include "base/types.h"

/* `digits` hexadecimal digits, an even number, and the end. */
void token_make(char *token, int digits);
/* Takes as long whether the first digit is wrong or the last. */
bool token_same(const char *token, const char *given);

#endif

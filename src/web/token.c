/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "web/token.h"

#include "base/report.h"

#include <stdio.h>
#include <string.h>
#include <sys/random.h>

void token_make(char *token, int digits)
{
    for (int i = 0; i < digits; i += 2) {
        unsigned char byte;
        if (getrandom(&byte, 1, 0) != 1)
            die("no random numbers can be had");
        snprintf(token + i, 3, "%02x", byte);
    }
}

bool token_same(const char *token, const char *given)
{
    size_t length = strlen(token);
    if (strlen(given) != length)
        return false;
    unsigned differs = 0;
    for (size_t i = 0; i < length; i++)
        differs |= (unsigned char)(token[i] ^ given[i]);
    return differs == 0;
}

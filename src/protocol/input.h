/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PROTOCOL_INPUT_H
#define TENUKI_PROTOCOL_INPUT_H

/* Where commands come from: a terminal with history and completion (libedit, when built with it),
 * or any other standard input as plain lines. */

#include "protocol/lines.h"

typedef struct Input Input;

/* `word` gives the words to complete, by index, NULL after the last. */
Input *input_open(const char *(*word)(size_t index));
void input_close(Input *input);
LineStatus input_next(Input *input, const char *prompt, Span *line);

/* Whether a person sits there: standard input and output are both a terminal. */
bool input_is_terminal(void);

#endif

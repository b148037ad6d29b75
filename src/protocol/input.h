/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PROTOCOL_INPUT_H
#define TENUKI_PROTOCOL_INPUT_H

/* Where commands come from: a terminal with history and completion (libedit, when built with it),
 * or any other standard input as plain lines. */

#include "protocol/complete.h"
#include "protocol/lines.h"

typedef struct Input Input;

/* `line` is what is typed up to the cursor. */
typedef void InputComplete(void *context, Span line, Completion *completion);

/* While a line is typed on a terminal, `output` hands its text over, and it is shown above that
 * line. */
Input *input_open(Output *output, InputComplete *complete, void *context);
void input_close(Input *input);
LineStatus input_next(Input *input, const char *prompt, Span *line);

/* Whether a person sits there: standard input and output are both a terminal. */
bool input_is_terminal(void);

#endif

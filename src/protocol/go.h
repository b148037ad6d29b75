/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PROTOCOL_GO_H
#define TENUKI_PROTOCOL_GO_H

/* What stands after `go`, in any order and combination. */

#include "protocol/session.h"

typedef struct {
    EngineGo go;
    GameMove wanted[GAME_LIST_SIZE]; /* where go.moves points */
} GoRequest;

/* False, with the reason, when the line cannot be obeyed. What can be mended comes as a warning. */
bool go_read(const Session *session, Span arguments, GoRequest *request, Diag *diag);
/* The words there are, by index, NULL after the last; and whether a number follows one. */
const char *go_word(size_t index);
bool go_takes_number(Span word);
/* What kind of answer a line waits for, be it good or not. */
typedef enum {
    ANSWER_MOVE,
    ANSWER_MOVE_LATER, /* only after `stop` or `ponderhit` */
    ANSWER_MATE,
    ANSWER_LEAVES,
} GoAnswer;
GoAnswer go_answer(const Session *session, Span arguments);
/* The clocks that may stand after ponderhit; *said tells whether there were any. */
bool go_read_clocks(const Session *session, Span arguments, TimeSaid *time, bool *said, Diag *diag);

#endif

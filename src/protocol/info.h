/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PROTOCOL_INFO_H
#define TENUKI_PROTOCOL_INFO_H

/* What a search says: the engine's listener. `context` is the Session. */

#include "protocol/session.h"

void info_line(void *context, GamePosition *pos, const EngineLine *line);
void info_answer(void *context, GamePosition *pos, const EngineAnswer *answer);
void info_mate(void *context, GamePosition *pos, const MateResult *result);
void info_leaves(void *context, GamePosition *pos, GameMove move, uint64_t leaves);
void info_message(void *context, const char *message);

/* The answer to a `go` that cannot be obeyed. */
void info_no_move(Session *session);

#endif

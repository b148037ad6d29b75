/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SHOGI_SFEN_H
#define TENUKI_SHOGI_SFEN_H

/* Positions and moves as the USI protocol writes them. */

#include "base/text.h"
#include "shogi/position.h"

extern const char SHOGI_START_SFEN[];

/* Strict; a missing move number is 1. Starts a new history; on error the position is left as it
 * was. */
bool shogi_set_sfen(ShogiPosition *pos, Span sfen, ShogiSetup kind, Diag *diag);
void shogi_get_sfen(const ShogiPosition *pos, Text *text);

/* Legal moves only; the error says why a move is not one. */
bool shogi_move_from_usi(const ShogiPosition *pos, Span usi, ShogiMove *move, Diag *diag);
void shogi_move_to_usi(ShogiMove move, Text *text);

/* Says why a move is illegal, whatever its notation was. False when it is legal after all. */
bool shogi_explain_illegal(const ShogiPosition *pos, ShogiMove move, Diag *diag);

/* The letter of an unpromoted type, upper case; 'P', 'L', ... 'K'. */
char shogi_type_letter(ShogiType type);
/* Either case; SHOGI_NO_TYPE if it is none. */
ShogiType shogi_type_from_letter(char letter);

#endif

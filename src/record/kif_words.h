/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_RECORD_KIF_WORDS_H
#define TENUKI_RECORD_KIF_WORDS_H

/* The Japanese words of KIF files, for its reader and its writer. All text is UTF-8. */

#include "record/kifu.h"

enum { KIF_ENDINGS = 19, KIF_TAGS = 8 };

/* Where several words mean the same, the writer takes the first; likewise for one word that has
 * several meanings and the reader. */
extern const KifuEnding kif_endings[KIF_ENDINGS];
extern const KifuTag kif_tags[KIF_TAGS];

/* Takes a word off the front. */
bool kif_take(Span *rest, const char *word);
/* ASCII and ideographic spaces. */
void kif_skip_blanks(Span *rest);
Span kif_trim(Span text);
bool kif_contains(Span text, const char *word);

/* A digit from 1 to 9: ASCII, full width or kanji. */
bool kif_take_digit(Span *rest, int *digit);
/* A number up to 99, as hands are counted: 十八, 18. */
bool kif_take_count(Span *rest, int *count);
bool kif_take_type(Span *rest, ShogiType *type);
/* For boards, where every piece has one character. */
const char *kif_board_kanji(ShogiType type);

/* The start of a handicap game, the giver to move. False if there is none of that name. */
bool kif_handicap_setup(Span name, ShogiSetupBoard *setup);
/* NULL if the position is none of them. */
const char *kif_handicap_name(const char *sfen);

#endif

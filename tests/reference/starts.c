/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "starts.h"

#include <ctype.h>
#include <string.h>

static void shuffle(Rng *rng, char *text, size_t length)
{
    for (size_t i = length; i > 1; i--) {
        size_t j = rng_below(rng, (uint32_t)i);
        char c = text[j];
        text[j] = text[i - 1];
        text[i - 1] = c;
    }
}

/* Bishops on both colours, the king between the rooks. */
static void back_rank(Rng *rng, char rank[9])
{
    strcpy(rank, "rnbqkbnr");
    for (;;) {
        shuffle(rng, rank, 8);
        const char *king = strchr(rank, 'k');
        long bishops = strrchr(rank, 'b') - strchr(rank, 'b');
        if (bishops % 2 == 1 && strchr(rank, 'r') < king && king < strrchr(rank, 'r'))
            return;
    }
}

void start_chess960(Rng *rng, Text *fen)
{
    char black[9], white[9];
    back_rank(rng, black);
    strcpy(white, black);
    if (rng_below(rng, 4) == 0)
        back_rank(rng, white);
    for (char *p = white; *p; p++)
        *p = (char)toupper(*p);
    text_printf(fen, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1", black, white);
}

static void add_board(Text *text, const char *board, int width)
{
    for (int i = 0; i < width * width; i++) {
        if (i > 0 && i % width == 0)
            text_add_char(text, '/');
        if (board[i] == '.')
            text_add_char(text, '1');
        else if (isupper((unsigned char)board[i]) || islower((unsigned char)board[i]))
            text_add_char(text, board[i]);
        else /* a promoted piece: the letter with its top bit set */
            text_printf(text, "+%c", board[i] & 0x7f);
    }
}

void start_chess_scattered(Rng *rng, Text *fen)
{
    char board[64];
    memset(board, '.', sizeof board);
    bool castling = rng_below(rng, 3) == 0;
    if (castling) { /* kings and rooks somewhere on their back ranks */
        int king = 1 + (int)rng_below(rng, 6);
        for (int side = 0; side < 2; side++) {
            int base = side ? 0 : 56;
            board[base + king] = side ? 'k' : 'K';
            board[base + rng_below(rng, (uint32_t)king)] = side ? 'r' : 'R';
            board[base + king + 1 + (int)rng_below(rng, (uint32_t)(7 - king))] = side ? 'r' : 'R';
        }
    } else {
        board[rng_below(rng, 64)] = 'K';
        board[rng_below(rng, 64)] = 'k';
    }
    int pieces = 1 + (int)rng_below(rng, 14);
    for (int i = 0; i < pieces; i++) {
        char piece = "PPPPPpppppNnBbRrQq"[rng_below(rng, 18)];
        uint32_t square = tolower(piece) == 'p' ? 8 + rng_below(rng, 48) : rng_below(rng, 64);
        if (board[square] == '.')
            board[square] = piece;
    }
    add_board(fen, board, 8);
    text_printf(fen, " %c %s - %d %d", rng_below(rng, 2) ? 'w' : 'b', castling ? "KQkq" : "-",
                (int)rng_below(rng, 100), 1 + (int)rng_below(rng, 200));
}

void start_shogi_handicap(Rng *rng, Text *sfen)
{
    static const char *const starts[] = {
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b",
        "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w",
        "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w",
        "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w",
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w",
        "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w",
        "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w",
        "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w",
    };
    uint32_t count = sizeof starts / sizeof *starts;
    uint32_t choice = rng_below(rng, 2) ? 0 : rng_below(rng, count);
    text_printf(sfen, "%s - 1", starts[choice]);
}

/* Where a piece can stand at all: `rank` is counted from the far edge of its owner. */
static bool may_stand(char piece, int rank)
{
    switch (toupper(piece)) {
    case 'P':
    case 'L': return rank > 0;
    case 'N': return rank > 1;
    default: return true;
    }
}

static void put_somewhere(Rng *rng, char board[81], char piece)
{
    bool white = islower((unsigned char)piece);
    int square = (int)rng_below(rng, 81), rank = square / 9;
    bool promoted = !strchr("GgKk", piece) && rng_below(rng, 3) == 0;
    if (board[square] != '.' || (!promoted && !may_stand(piece, white ? 8 - rank : rank)))
        return;
    for (int i = square % 9; i < 81 && toupper(piece) == 'P' && !promoted; i += 9)
        if (board[i] == piece)
            return;
    board[square] = promoted ? (char)(piece | 0x80) : piece;
}

void start_shogi_scattered(Rng *rng, bool lone_king, Text *sfen)
{
    static const char bag[] = "RRBBGGGGSSSSNNNNLLLLPPPPPPPPPPPPPPPPPP";
    char board[81], hands[2][sizeof bag] = {"", ""};
    bool white_moves = rng_below(rng, 2);
    memset(board, '.', sizeof board);
    if (!lone_king || white_moves)
        board[rng_below(rng, 81)] = 'K';
    if (!lone_king || !white_moves)
        board[rng_below(rng, 81)] = 'k';
    uint32_t on_board = rng_below(rng, 90), in_hand = rng_below(rng, 40);
    for (const char *p = bag; *p; p++) {
        char piece = rng_below(rng, 2) ? *p : (char)tolower(*p);
        if (rng_below(rng, 100) < on_board)
            put_somewhere(rng, board, piece);
        else if (rng_below(rng, 100) < in_hand)
            strncat(hands[islower((unsigned char)piece) != 0], &piece, 1);
    }
    add_board(sfen, board, 9);
    text_add(sfen, white_moves ? " w " : " b ");
    if (!hands[0][0] && !hands[1][0])
        text_add_char(sfen, '-');
    for (int side = 0; side < 2; side++)
        for (const char *p = hands[side]; *p;) {
            int amount = (int)strspn(p, (char[]){*p, '\0'});
            if (amount > 1)
                text_printf(sfen, "%d", amount);
            text_add_char(sfen, *p);
            p += amount;
        }
    text_add(sfen, " 1");
}

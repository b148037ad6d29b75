/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "nnue/embedded.h"

/* Written by tools/nets_to_asm; ends with a pair of NULL. */
typedef struct {
    const char *from, *to;
} Blob;

extern const Blob tenuki_nets[];

static const Net *nets[NET_SHOGI + 1];

/* The first one for a game counts: what is asked for at build time stands before the rest. A file
 * too short to name its game is read for every game, so that the reader complains. */
static bool is_for(Span file, NetGame game)
{
    enum { AT_GAME = 12 };
    return file.length <= AT_GAME || file.at[AT_GAME] == (char)game
        || (file.at[AT_GAME] != NET_CHESS && file.at[AT_GAME] != NET_SHOGI);
}

void net_embedded_init(const NetFeatures *features)
{
    const NetShape wanted = net_wanted(features);
    for (const Blob *blob = tenuki_nets; blob->from && !nets[features->game]; blob++) {
        Span file = {blob->from, (size_t)(blob->to - blob->from)};
        Diag diag;
        diag_clear(&diag);
        if (!is_for(file, features->game))
            continue;
        nets[features->game] = net_read(file, &wanted, &diag);
        if (!nets[features->game])
            die("built-in net for %s: %s", net_game_name(features->game), diag.error);
    }
}

const Net *net_embedded(NetGame game) { return nets[game]; }

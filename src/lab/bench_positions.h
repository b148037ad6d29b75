/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_BENCH_POSITIONS_H
#define TENUKI_LAB_BENCH_POSITIONS_H

/* What the bench searches: openings, middle games, endings, zugzwang, castles broken open. Chess
 * from the Bratko-Kopec and Arasan test suites and endgame tables, shogi from the taya36 openings
 * and positions of floodgate games. */

static const char *const bench_chess[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/4bk1p/1p3np1/p2r1p2/6n1/5N2/PP3PKP/2RRB3 b - - 0 1",
    "r1bq1rk1/pp3ppp/2nbpn2/2pp4/2PP4/P3PN2/1P1NBPPP/R1BQ1RK1 w - - 0 1",
    "r1b1k2r/pp4pp/3Bpp2/3p4/6q1/8/PQ3PPP/2R1R1K1 b kq - 0 1",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
    "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
    "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1",
    "4b3/p3kp2/6p1/3pP2p/2pP1P2/4K1P1/P3N2P/8 w - - 0 1",
    "7k/3q1pp1/1p3r2/p1bP4/P1P2p2/1P2rNpP/2Q3P1/4RR1K b - - 0 1",
    "8/3r4/pr1Pk1p1/8/7P/6P1/3R3K/5R2 w - - 0 1",
    "8/Q7/8/6k1/4K3/2r5/8/8 w - - 0 1",
    "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1",
    "1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
};

static const char *const bench_shogi[] = {
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "ln1gk3l/1r3sg2/2pp1pnp1/p1s1pbp1p/9/P1P1PPS1P/1PNP2P2/1BGS3R1/L3KG1NL b Pp 37",
    "lr5nl/3g1kg2/2n1ppsp1/p1pps1p1p/1p5P1/P1PPSPP1P/1PS1P1N2/2GK1G1R1/LN6L b Bb 37",
    "ln2k2nl/1r2g1g2/3ppps1p/p4bpP1/2s6/Pp3PP2/1PSPPSN1P/2GK3R1/LN3G2L b BP2p 37",
    "l4k1nl/1r1sgbg2/2n2s2p/p1pppppp1/1p6P/P1P1P1P2/1PSP1PN2/2GBGS1R1/LN1K4L b p 37",
    "ln3k1nl/1r2g1gs1/p2ppp1pp/3s5/2Pb2P2/7R1/PPSP1PS1P/2GK5/LN1B1G1NL b 3P2p 1",
    "1+Bsg4l/4ksg2/p2pppn1p/2p2l1R1/4n4/P8/2SPPPPPP/4K4/L+p3GSNL b RN4Pbg 1",
    "l+PR1nk2l/5sg1s/3pppn1N/6bpp/P2P2p2/4P3P/2G2PP+l1/2pS1K3/2PrS1GNL b BG2Pp 1",
    "+P4bknl/5g1p1/K4g3/+R1Psg2Lp/1g3pp2/8P/1P1+p5/9/Lr5NL w B2S2N9Ps 1",
    "ln1g2R1l/1s2k2+P1/p2ppp2p/2p6/9/3l2P2/P1NBPP2P/2G1KS3/LrS2G2+b w G2Ns6p 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "ln1g4l/1ks2s1r1/1ppp1pn1p/p5B2/4p1b2/P1PP1P3/1PS1PSN+pP/1K1G5/LN3G1RL b G3p 1",
};

#endif

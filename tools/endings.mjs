#!/usr/bin/env node
// SPDX-License-Identifier: GPL-3.0-or-later
// endings.mjs COUNT [SEED]: random chess endings, one FEN a line, the same for the same seed, for `tenuki datagen --openings`.
// Games from the start position are adjudicated before they reach many of these. Whether one is near enough to even is
// datagen's to judge.

const [count, seed, ...rest] = process.argv.slice(2).map(Number);
if (!(count > 0 && Number.isInteger(count)) || !Number.isInteger(seed ?? 1) || rest.length > 0) {
    console.error("endings.mjs: it wants a number of endings and perhaps a seed, both whole numbers");
    process.exit(2);
}

// What the two sides have beside kings and pawns, and how often out of all the weights.
const material = [
    ["", "", 30], ["R", "R", 14], ["RR", "RR", 5], ["B", "B", 8], ["N", "N", 7], ["B", "N", 8], ["BB", "BN", 3], ["BN", "BN", 3],
    ["RB", "RB", 4], ["RN", "RN", 3], ["RB", "RN", 4], ["R", "BN", 1], ["R", "B", 1], ["R", "N", 1], ["Q", "Q", 5], ["Q", "RR", 1],
    ["QR", "QR", 1], ["QN", "QB", 1],
];

// Numbers in [0, n), the same for the same seed: xorshift on 32 bits.
function random(seed) {
    let x = (seed * 2654435761) >>> 0 || 1;
    return (n) => {
        x ^= x << 13; x >>>= 0;
        x ^= x >>> 17;
        x ^= x << 5; x >>>= 0;
        return x % n;
    };
}

function pick(below) {
    let left = below(material.reduce((sum, row) => sum + row[2], 0));
    return material.find((row) => (left -= row[2]) < 0);
}

// A side's pawns: at most one on a file, most of them not far from home.
function placePawns(board, count, side, below) {
    const files = [0, 1, 2, 3, 4, 5, 6, 7];
    for (let i = 0; i < count; i++) {
        const [file] = files.splice(below(files.length), 1);
        const ahead = Math.min(below(4), below(5));
        const rank = side === "w" ? 1 + ahead : 6 - ahead;
        if (!board[rank * 8 + file])
            board[rank * 8 + file] = side === "w" ? "P" : "p";
    }
}

function place(board, piece, below) {
    let square;
    do
        square = below(64);
    while (board[square]);
    board[square] = piece;
}

function fen(board, turn) {
    const ranks = [];
    for (let rank = 7; rank >= 0; rank--) {
        const squares = board.slice(rank * 8, rank * 8 + 8).map((piece) => piece || " ").join("");
        ranks.push(squares.replace(/ +/g, (empty) => empty.length));
    }
    return `${ranks.join("/")} ${turn} - - 0 1`;
}

const rookSteps = [[1, 0], [-1, 0], [0, 1], [0, -1]];
const bishopSteps = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const knightSteps = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];
const steps = { r: rookSteps, b: bishopSteps, q: [...rookSteps, ...bishopSteps], k: [...rookSteps, ...bishopSteps], n: knightSteps };

function attacks(board, from, target) {
    const piece = board[from], kind = piece.toLowerCase();
    const ways = kind === "p" ? (piece === "P" ? [[-1, 1], [1, 1]] : [[-1, -1], [1, -1]]) : steps[kind];
    return ways.some(([right, up]) => {
        let file = (from & 7) + right, rank = (from >> 3) + up;
        while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
            const square = rank * 8 + file;
            if (square === target)
                return true;
            if (board[square] || !"rbq".includes(kind))
                return false;
            file += right;
            rank += up;
        }
        return false;
    });
}

function inCheck(board, king) {
    const own = king === "K", target = board.indexOf(king);
    return board.some((piece, from) => piece && (piece === piece.toUpperCase()) !== own && attacks(board, from, target));
}

function randomBoard(below) {
    const board = new Array(64).fill("");
    const pawns = 1 + below(7);
    placePawns(board, pawns, "w", below);
    placePawns(board, Math.max(0, pawns + [0, 0, 0, 0, 1, -1][below(6)]), "b", below);
    const [one, other] = pick(below);
    const [white, black] = below(2) ? [one, other] : [other, one];
    for (const piece of ["K", ...white, "k", ...black.toLowerCase()])
        place(board, piece, below);
    return board;
}

function ending(below) {
    for (;;) {
        const board = randomBoard(below), turn = below(2) ? "w" : "b";
        if (!inCheck(board, turn === "w" ? "k" : "K"))
            return fen(board, turn);
    }
}

const below = random(seed ?? 1);
const lines = [];
for (let i = 0; i < count; i++)
    lines.push(ending(below));
process.stdout.write(lines.join("\n") + "\n");

// SPDX-License-Identifier: GPL-3.0-or-later
import test from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { program, run, talk } from "./tenuki.mjs";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const SHOGI_START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

const shows = (answer, position) =>
  assert.ok(answer.lines.some((line) => line.endsWith(": " + position)), answer.stdout);

test("uci chooses chess, usi chooses shogi", async () => {
  const answer = await talk("uci", "d", "usi", "d");
  assert.ok(answer.lines.includes("uciok") && answer.lines.includes("usiok"));
  assert.match(answer.stdout, /id name Tenuki/);
  shows(answer, START);
  shows(answer, SHOGI_START);
});

test("position with moves, do, undo and flip", async () => {
  shows(await talk("uci", "position startpos moves e2e4 e7e5 g1f3", "undo", "d"),
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  shows(await talk("uci", "do e2e4 c7c5", "undo 2", "d"), START);
  shows(await talk("uci", "position fen 4k3/8/8/8/8/8/4P3/4K2R w K - 3 9", "flip", "d"),
    "4k2r/4p3/8/8/8/8/8/4K3 b k - 3 9");
  shows(await talk("usi", "position startpos moves 7g7f 3c3d 8h2b+ 3a2b", "d"),
    "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 5");
  shows(await talk("usi", "position sfen 4k4/9/9/9/9/9/4P4/9/4K4 b R 1", "flip", "d"),
    "4k4/9/4p4/9/9/9/9/9/4K4 w r 1");
});

test("go perft divides and adds up", async () => {
  for (const [hello, depth, total, moves] of [["uci", 3, 8902, 20], ["usi", 3, 25470, 30]]) {
    const answer = await talk(hello, `go perft ${depth}`);
    const counts = answer.lines.map((line) => /^(\S+): (\d+)$/.exec(line)).filter(Boolean);
    assert.equal(counts.length, moves);
    assert.equal(counts.reduce((sum, match) => sum + Number(match[2]), 0), total);
    assert.ok(answer.lines.includes(`Nodes searched: ${total}`));
  }
});

test("moves are listed with the names people use", async () => {
  assert.match((await talk("uci", "moves")).stdout, /20 legal moves[^]*g1f3 Nf3/);
  assert.match((await talk("usi", "moves")).stdout, /30 legal moves[^]*4i5h ▲５八金右/);
});

test("eval speaks for the side to move", async () => {
  const value = async (...lines) =>
    Number(/^evaluation: (-?\d+) centipawns for (White|Black)/m.exec((await talk(...lines, "eval")).stdout)?.[1]);
  assert.ok(await value("position fen 4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1") > 1000);
  assert.ok(await value("position fen 4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1") < -1000);
});

test("castling is written as the position asks", async () => {
  const standard = await talk("uci", "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "go perft 1");
  assert.ok(standard.lines.includes("e1g1: 1"));
  const fischer = await talk("uci", "position fen 4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "go perft 1");
  assert.ok(fischer.lines.includes("e1g1: 1"));
  for (const move of ["e1g1", "e1h1"])
    shows(await talk("uci", `position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves ${move}`, "d"),
      "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
});

const refused = [
  ["uci", "position", /missing/],
  ["uci", "position foo", /unknown position 'foo'/],
  ["uci", "position fen", /empty/],
  ["uci", "position startpos e2e4", /'moves' is missing/],
  ["uci", "position fen 8/8/8/8/8/8/8/8 w - - 0 1", /White has 0 kings/],
  ["uci", "position fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", /could capture the king/],
  ["uci", "position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", /rank 6/],
  ["uci", "position fen 4k3/8/8/8/8/8/8/PPPPK3 w - - 0 1", /pawn/],
  ["uci", "position fen 4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", /too many pawns/],
  ["uci", `position fen ${START.replace("0 1", "-1 1")}`, /halfmove clock: '-1'/],
  ["uci", `position fen ${START.replace("KQkq", "ZZ")}`, /castling: unexpected character 'Z'/],
  ["uci", `position fen ${START.replace("- 0", "e9 0")}`, /en passant: 'e9'/],
  ["uci", "position startpos moves e2e4 e7e5 e4e5", /'e4e5'.*move 3/],
  ["uci", "position startpos moves e7e5", /opponent's.*move 1/],
  ["uci", "position startpos moves 7g7f", /malformed/],
  ["uci", "position fen 4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1 moves e2d4", /pinned/],
  ["uci", "position startpos moves f2f3 e7e5 g2g4 d8h4 e2e4", /check/],
  ["usi", "position startpos startpos", /unexpected 'startpos'/],
  ["usi", "position sfen 9/9/9/9/9/9/9/9/9 b - 1", /king/],
  ["usi", "position sfen 4k4/9/9/4P4/9/4P4/9/9/4K4 b - 1", /pawns/],
  ["usi", "position sfen P3k4/9/9/9/9/9/9/9/4K4 b - 1", /pawn/],
  ["usi", "position sfen 4k4/9/9/9/9/9/9/9/4K4 b 99999999999999999999P 1", /./],
  ["usi", "position sfen 4k4/9/9/9/9/9/9/9/4R3K b - 1", /king/],
  ["usi", "position startpos moves 7g7f 3c3d 7f7d", /move 3/],
  ["usi", "position startpos moves e2e4", /'e2e4' is no move/],
  ["usi", "position sfen 4k4/9/9/9/9/9/4P4/9/4K4 b P 1 moves P*5e", /pawn/],
];

for (const [hello, line, message] of refused)
  test(`refused, and nothing changes: ${line.slice(0, 60)}`, async () => {
    const game = hello === "uci" ? "position startpos moves e2e4" : "position startpos moves 7g7f";
    const before = await talk(hello, game, "d");
    const answer = await talk(hello, game, line, "go perft 1", "d");
    assert.equal(answer.errors.length, 2, answer.stdout);
    assert.match(answer.errors[0], message);
    assert.match(answer.errors[1], /position was refused/);
    assert.deepEqual(answer.lines.filter((l) => !l.startsWith("info")), before.lines);
    assert.equal(answer.status, 0);
  });

test("what can be mended is mended with a warning", async () => {
  const castling = await talk("uci", "position fen 4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", "d");
  assert.match(castling.stdout, /info string warning: castling right 'K' ignored/);
  shows(castling, "4k3/8/8/8/8/8/4K3/R6R w - - 0 1");
  const passant = await talk("uci", `position fen ${START.replace("- 0", "e6 0")}`, "d");
  assert.match(passant.stdout, /info string warning: en-passant square e6 ignored/);
  const tsume = await talk("usi", "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1", "go perft 1");
  assert.match(tsume.stdout, /warning: .*mate solving only/);
});

test("a good position after a refused one is used", async () => {
  const answer = await talk("uci", "position foo", "position startpos", "go perft 1");
  assert.ok(answer.lines.includes("Nodes searched: 20"));
});

test("bad commands are named and survived", async () => {
  const answer = await talk("foobar baz", "ISREADY", "go perft", "go perft x", "go perft 0", "undo", "undo x",
    "do", "do e2e5", "d sideways", "将棋 ♟", "%s%n%s%n", "moves x", "eval x", "stats x", "setoption", "debug", "isready");
  assert.equal(answer.errors.length, 17, answer.stdout);
  assert.ok(answer.lines.includes("readyok"));
  assert.match(answer.errors[0], /unknown command 'foobar'/);
  assert.equal(answer.status, 0);
});

test("odd line ends, marks, bytes and lengths", async () => {
  assert.equal((await run([], "isready\r\nisready\r\n")).stdout, "readyok\nreadyok\n");
  assert.equal((await run([], "\ufeffisready\n")).stdout, "readyok\n");
  assert.equal((await run([], " \t isready \t \n\n\n")).stdout, "readyok\n");
  assert.equal((await run([], "isready")).stdout, "readyok\n");
  assert.match((await run([], "isre\0ady\nisready\n")).stdout, /error: illegal NUL[^]*\nreadyok\n$/);
  assert.match((await run([], Buffer.from("\xff\xfe\nisready\n", "latin1"))).stdout,
    /^info string error: unknown command '\?\?'.*\nreadyok\n$/);
  for (const length of [(1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3 << 20]) {
    const answer = await run([], "x".repeat(length) + "\nisready\n");
    assert.match(answer.stdout, length > 1 << 20 ? /^info string error: line too long.*\nreadyok\n$/
      : /^info string error: unknown command 'x{60}'.*\nreadyok\n$/);
  }
  const spaced = await run([], " ".repeat((1 << 20) - 7) + "isready\n");
  assert.equal(spaced.stdout, "readyok\n");
});

test("bytes one at a time", async () => {
  const child = spawn(program, [], { stdio: ["pipe", "pipe", "inherit"] });
  const answered = new Promise((resolve) => child.stdout.once("data", resolve));
  for (const letter of "isready\n") {
    child.stdin.write(letter);
    await new Promise(setImmediate);
  }
  assert.equal(String(await answered), "readyok\n");
  child.stdin.end();
  const status = await new Promise((resolve) => child.on("close", resolve));
  assert.equal(status, 0);
});

test("games of ten thousand plies", async () => {
  const chess = await talk("uci", "position startpos moves " + "g1f3 g8f6 f3g1 f6g8 ".repeat(2500), "d");
  assert.match(chess.stdout, /- 10000 5001\n[^]*game over: threefold repetition, 1\/2-1\/2/);
  const shogi = await talk("usi", "position startpos moves " + "5i5h 5a5b 5h5i 5b5a ".repeat(2500), "d");
  assert.match(shogi.stdout, / b - 10001\n[^]*game over: fourfold repetition, 1\/2-1\/2/);
});

test("perpetual check loses", async () => {
  // Black's rook checks from the side for ever.
  const moves = "5h4h 4b5b 4h5h 5b4b ".repeat(4).trim();
  const answer = await talk("usi", `position sfen 9/5k3/9/9/9/9/9/4R4/K8 b - 1 moves ${moves}`, "d");
  assert.match(answer.stdout, /game over: perpetual check/);
});

test("end of output ends the program", async () => {
  const child = spawn(program, [], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdout.destroy();
  child.stdin.on("error", () => {});
  const closed = new Promise((resolve) => child.on("close", (status, signal) => resolve({ status, signal })));
  const timer = setInterval(() => child.stdin.write("isready\n"), 5);
  const { signal } = await closed;
  clearInterval(timer);
  assert.equal(signal, null);
});

test("undo takes back all or nothing", async () => {
  const answer = await talk("uci", "do e2e4 e7e5", "undo 9", "d");
  assert.equal(answer.errors.length, 1);
  shows(answer, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
});

test("a go of unknown words does not search for ever", async () => {
  const answer = await talk("uci", "position startpos", "go dpth 3", "isready");
  assert.match(answer.errors[0], /unknown word 'dpth'/);
  assert.equal(answer.lines.filter((line) => line.startsWith("bestmove")).length, 1);
});

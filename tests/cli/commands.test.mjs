// SPDX-License-Identifier: GPL-3.0-or-later
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { root, run } from "./tenuki.mjs";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-test-"));
test.after(() => fs.rmSync(directory, { recursive: true }));

function file(name, text) {
  const full = path.join(directory, name);
  fs.writeFileSync(full, text);
  return full;
}

const closing = /^nodes (\d+) time_ms \d+ nps \d+\n$/;

test("perft closes with nodes, time and speed", async () => {
  const chess = await run(["perft", "--depth", "3"]);
  assert.equal(closing.exec(chess.stdout)?.[1], "8902");
  const shogi = await run(["perft", "--game", "shogi", "--position", "startpos", "--depth", "3"]);
  assert.equal(closing.exec(shogi.stdout)?.[1], "25470");
});

test("perft counts the same with threads, and divides", async () => {
  const position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
  const one = await run(["perft", "--position", position, "--depth", "3", "--divide"]);
  const many = await run(["perft", "--position", `fen ${position}`, "--depth", "3", "--divide", "--threads", "7"]);
  const divided = (answer) => answer.lines.filter((line) => /^\w+: \d+$/.test(line));
  assert.equal(divided(one).length, 48);
  assert.deepEqual(divided(one), divided(many));
  assert.match(many.stdout, /\nnodes 97862 time_ms/);
});

test("perft checks a suite", async () => {
  const good = file("good.epd", "# a comment\n\n"
    + "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902 ;D6 119060324\n"
    + "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 ;D1 21 ;D2 528\n");
  const answer = await run(["perft", "--file", good, "--depth", "3"]);
  assert.equal(answer.status, 0);
  assert.match(answer.stdout, /: 2 positions, 5 counts, 1 skipped, 0 wrong\nnodes 9871 time_ms/);
  const shogi = file("shogi.epd", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 ;D1 30 ;D2 900\n");
  assert.equal((await run(["perft", "--game", "shogi", "--file", shogi])).status, 0);
});

test("perft: a wrong count fails with its line, a bad file is refused", async () => {
  const wrong = file("wrong.epd", "\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 401\n");
  const answer = await run(["perft", "--file", wrong]);
  assert.equal(answer.status, 1);
  assert.match(answer.stdout, /line 2, depth 2: 400, expected 401/);
  for (const [name, text, message] of [
    ["position", "8/8/8/8/8/8/8/8 w - - 0 1 ;D1 0\n", /line 1: White has 0 kings/],
    ["count", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;Dx 3\n", /line 1: expected 'D<depth>/],
  ]) {
    const bad = await run(["perft", "--file", file(name, text)]);
    assert.equal(bad.status, 2);
    assert.match(bad.stderr, message);
  }
  assert.match((await run(["perft", "--file", directory])).stderr, /not a regular file/);
  assert.match((await run(["perft", "--file", path.join(directory, "none")])).stderr, /No such file/);
  assert.match((await run(["perft", "--file", "/dev/zero"])).stderr, /not a regular file/);
});

test("show as JSON", async () => {
  const chess = JSON.parse((await run(["show", "--json", "--position", "startpos moves f2f3 e7e5 g2g4 d8h4"])).stdout);
  assert.equal(chess.end, "checkmate");
  assert.equal(chess.result, "0-1");
  assert.deepEqual(chess.checkers, ["h4"]);
  assert.deepEqual(chess.legal_moves, []);
  assert.equal(chess.in_check, true);
  const shogi = JSON.parse((await run(["show", "--game", "shogi", "--json"])).stdout);
  assert.equal(shogi.legal_moves.length, 30);
  assert.ok(shogi.legal_moves.some(({ move, name }) => move === "7g7f" && name === "▲７六歩"));
  assert.match(shogi.key, /^[0-9a-f]{16}$/);
  assert.equal(shogi.end, null);
});

test("show for people", async () => {
  const kanji = await run(["show", "--game", "shogi"]);
  assert.match(kanji.stdout, /\|v香v桂v銀v金v玉v金v銀v桂v香\|一/);
  const letters = await run(["show", "--game", "shogi", "--letters", "--position", "4k4/9/9/9/9/9/9/9/4K4 b 2R10P 1"]);
  assert.match(letters.stdout, /Black in hand: R2 P10/);
  assert.match((await run(["show", "--letters"])).stdout, /8 \| r \| n \| b/);
  const repeated = await run(["show", "--position", "startpos moves g1f3 g8f6 f3g1 f6g8"]);
  assert.match(repeated.stdout, /occurrences: 2/);
});

test("bad command lines name what is wrong", async () => {
  for (const [args, message] of [
    [["perft"], /--depth or --file is needed/],
    [["perft", "--depth", "x"], /--depth: 'x' must be a whole number from 1 to 60/],
    [["perft", "--depth", "99999999999999999999"], /must be a whole number/],
    [["perft", "--threads", "0", "--depth", "1"], /--threads: '0'/],
    [["perft", "--game", "go", "--depth", "1"], /unknown game 'go'/],
    [["perft", "--depth", "1", "extra"], /unexpected argument 'extra'/],
    [["perft", "--nonsense"], /unrecognized option/],
    [["perft", "--depth", "1", "--position", "nonsense"], /FEN board/],
    [["show", "--position", "startpos moves e2e5"], /illegal move 'e2e5'/],
    [["nonsense"], /unknown command 'nonsense'/],
    [["help", "nonsense"], /unknown command 'nonsense'/],
  ]) {
    const answer = await run(args);
    assert.equal(answer.status, 2, args.join(" "));
    assert.match(answer.stderr, message);
    assert.equal(answer.stdout, "");
  }
});

test("help and version", async () => {
  assert.match((await run(["help"])).stdout, /tenuki perft/);
  assert.match((await run(["--help"])).stdout, /tenuki show/);
  assert.match((await run(["help", "perft"])).stdout, /--depth=N/);
  assert.match((await run(["--version"])).stdout, /^tenuki \d/);
});

test("every build counts and searches the same", async () => {
  const builds = fs.readdirSync(path.join(root, "build")).filter((name) => /^tenuki-(gcc|clang|bare|nostats|x86)/.test(name));
  assert.ok(builds.length >= 4, builds.join(" "));
  // A processor may lack what the newest builds need.
  const flags = fs.existsSync("/proc/cpuinfo") ? fs.readFileSync("/proc/cpuinfo", "utf8") : "";
  const runs = (name) => (!name.endsWith("v4") || flags.includes("avx512vl")) && (!name.endsWith("v3") || flags.includes("avx2"));
  const benches = new Set();
  const nets = [["chess", "128"], ["shogi", "64"], ["shogi", "256"]].map(([game, neurons]) => [game, neurons, path.join(directory, game + neurons)]);
  for (const [game, neurons, net] of nets)
    await run(["train", "--game", game, "--neurons", neurons, "--epochs", "0", "--out", net]);
  for (const build of builds.filter(runs)) {
    const executable = path.join(root, "build", build);
    const chess = await run(["perft", "--depth", "4", "--position",
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"], "", executable);
    assert.match(chess.stdout, /^nodes 4085603 /, build);
    const shogi = await run(["perft", "--game", "shogi", "--depth", "4"], "", executable);
    assert.match(shogi.stdout, /^nodes 719731 /, build);
    const said = [(await run(["bench", "--depth", "8"], "", executable)).lines[0]];
    for (const [game, , net] of nets)
      said.push((await run(["bench", "--game", game, "--depth", "7", "--net", net], "", executable)).lines[0]);
    benches.add(said.join(", "));
  }
  assert.equal(benches.size, 1, [...benches].join("; "));
});

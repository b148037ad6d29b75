// SPDX-License-Identifier: GPL-3.0-or-later
// USI: shogi, its answers without a move, mates, and what GUIs send.
import test from "node:test";
import assert from "node:assert/strict";
import { start, infos } from "./dialogue.mjs";

const MATED = "sfen 8k/8G/8G/9/9/9/9/9/4K4 w - 1";
const NO_MOVE = "sfen 8k/9/9/9/9/4B4/9/9/4K2R1 w - 1";
const MATE_IN_1 = "sfen 8k/9/8G/9/9/9/9/9/4K4 b G 1";
const TSUME = "sfen 8k/9/8G/9/9/9/9/9/9 b G 1";
const DECLARES = "sfen 1R1K1R3/PPPPPPPP1/1B1B5/9/9/9/9/9/8k b - 1";
const last = (lines) => infos(lines).at(-1);

test("hello: no option name has a space", async () => {
  const engine = await start("usi");
  const names = engine.hello.map((line) => /^option name (\S+) type (check|spin|combo|button|filename)\b/.exec(line)?.[1]);
  assert.equal(names.filter(Boolean).length, engine.hello.filter((line) => line.startsWith("option")).length);
  for (const name of ["USI_Hash", "USI_Ponder", "Threads", "MultiPV", "Clear_Hash", "Move_Overhead", "EnteringKingRule",
    "MaxMovesToDraw", "Preset", "nmp"])
    assert.ok(names.includes(name), name);
  assert.deepEqual(await engine.ask("setoption name Hash value 8", "setoption name Move Overhead value 50",
    "setoption name Clear Hash", "usinewgame", "gameover win"), []);
  assert.deepEqual(await engine.quit(), { status: 0, signal: null, stderr: "" });
});

for (const limits of ["btime 100 wtime 100 byoyomi 20", "btime 0 wtime 0 byoyomi 30", "btime 100 wtime 100 binc 10 winc 10",
  "depth 4", "nodes 500", "movetime 20", "btime 0 wtime 0 byoyomi 0", "btime 0 wtime 0"])
  test(`go ${limits}`, async () => {
    const engine = await start("usi");
    const lines = await engine.go("position startpos moves 7g7f", `go ${limits}`);
    assert.match(lines.at(-1), /^bestmove [1-9][a-i][1-9][a-i]/);
    assert.equal(last(lines).pv[0], lines.at(-1).split(" ")[1]);
    assert.deepEqual(await engine.ask(), []);
    await engine.quit();
  });

test("mates are counted in plies", async () => {
  const engine = await start("usi");
  const one = last(await engine.go(`position ${MATE_IN_1}`, "go depth 5"));
  assert.deepEqual([one.unit, one.score, one.pv.length], ["mate", 1, 1]);
  await engine.quit();
});

test("without a legal move it resigns", async () => {
  const engine = await start("usi");
  for (const position of [MATED, NO_MOVE]) {
    const lines = await engine.go(`position ${position}`, "go btime 0 wtime 0 byoyomi 20");
    assert.equal(lines.at(-1), "bestmove resign");
    assert.deepEqual([last(lines).unit, last(lines).score], ["mate", 0]);
    assert.ok(!(await engine.ask("go infinite")).some((line) => line.startsWith("bestmove")));
    assert.equal((await engine.go("stop")).at(-1), "bestmove resign");
  }
  await engine.quit();
});

test("a win is declared where the rule allows it", async () => {
  const engine = await start("usi");
  const answer = async () => (await engine.go(`position ${DECLARES}`, "go btime 0 wtime 0 byoyomi 20")).at(-1);
  assert.equal(await answer(), "bestmove win");
  await engine.ask("setoption name EnteringKingRule value NoEnteringKing");
  assert.match(await answer(), /^bestmove [1-9]/);
  await engine.ask("setoption name EnteringKingRule value CSARule27", "usi");
  assert.equal(await answer(), "bestmove win");
  await engine.quit();
});

test("by the 24-point rule a draw is claimed when nothing better is in sight", async () => {
  const engine = await start("usi");
  const answer = async (hands) =>
    (await engine.go(`position sfen 4K4/PPPPPPPPP/4G4/9/9/9/9/9/4k4 b ${hands} 1`, "go depth 4")).at(-1);
  await engine.ask("setoption name EnteringKingRule value CSARule24");
  assert.equal(await answer("2R4S2b3g4n4l9p"), "bestmove win");
  assert.match(await answer("2R4S"), /^bestmove [1-9A-Z]/);
  await engine.ask("setoption name EnteringKingRule value CSARule27");
  assert.match(await answer("2R4S2b3g4n4l9p"), /^bestmove [1-9A-Z]/);
  await engine.quit();
});

test("go mate", async () => {
  const engine = await start("usi");
  for (const position of [MATE_IN_1, TSUME])
    for (const go of ["go mate 5000", "go mate infinite", "go mate"])
      assert.match((await engine.go(`position ${position}`, go)).at(-1), /^checkmate \S\*?\S*$/);
  const line = (await engine.go(`position ${TSUME}`, "go mate 5000")).at(-1);
  assert.match(line, /^checkmate G\*\d[a-i]$/);
  assert.equal((await engine.go("position startpos", "go mate 5000")).at(-1), "checkmate nomate");
  assert.match((await engine.go("position sfen nonsense", "go mate 100")).at(-1), /^checkmate timeout/);
  await engine.quit();
});

test("a tsume position is good for nothing else", async () => {
  const engine = await start("usi");
  const lines = await engine.go(`position ${TSUME}`, "go depth 3");
  assert.match(lines.at(-2), /king is missing/);
  assert.equal(lines.at(-1), "bestmove resign");
  assert.match((await engine.ask("eval"))[0], /king is missing/);
  await engine.quit();
});

test("pondering, with the times in go or in ponderhit", async () => {
  const engine = await start("usi", ["USI_Ponder", "true"]);
  for (const [go, hit] of [["go ponder btime 0 wtime 0 byoyomi 10", "ponderhit"],
    ["go ponder", "ponderhit btime 0 wtime 0 byoyomi 10"], ["go ponder btime 100 wtime 100", "ponderhit"]]) {
    for (let i = 0; i < 20; i++)
      assert.ok(!(await engine.ask(...(i ? [] : ["position startpos moves 7g7f 3c3d", go])))
        .some((line) => line.startsWith("bestmove")));
    assert.match((await engine.go(hit)).at(-1), /^bestmove [1-9]/);
  }
  assert.match((await engine.ask("ponderhit"))[0], /error: unexpected 'ponderhit'/);
  await engine.quit();
});

test("gameover ends a search that nobody stopped", async () => {
  const engine = await start("usi");
  assert.match((await engine.go("go infinite", "gameover lose")).at(-1), /^bestmove/);
  assert.deepEqual(await engine.ask(), []);
  await engine.quit();
});

test("a bad byoyomi is named, and a move is played", async () => {
  const engine = await start("usi");
  const lines = await engine.go("go btime 0 wtime 0 byoyomi -1");
  assert.match(lines[0], /byoyomi -1/);
  assert.match(lines.at(-1), /^bestmove [1-9]/);
  assert.equal((await engine.go("go btime 0 wtime 0 byoyomi abc")).at(-1), "bestmove resign");
  await engine.quit();
});

test("a maximum of moves is a draw, and lines end there", async () => {
  const engine = await start("usi", ["MaxMovesToDraw", 4]);
  for (const line of infos(await engine.go("position startpos moves 7g7f 3c3d", "go depth 6")))
    assert.ok(line.pv.length <= 2, line.pv.join(" "));
  await engine.quit();
});

// SPDX-License-Identifier: GPL-3.0-or-later
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { run } from "./tenuki.mjs";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-test-"));
test.after(() => fs.rmSync(directory, { recursive: true }));

function file(name, text) {
  const full = path.join(directory, name);
  fs.writeFileSync(full, text);
  return full;
}

const suite = (...args) => run(["suite", "--nodes", "20000", "--hash", "4", ...args]);
const json = async (...args) => {
  const answer = await suite("--json", "--verbose", ...args);
  assert.equal(answer.status, 0, answer.stderr);
  return JSON.parse(answer.lines.at(-2));
};
const results = (object) => object.files.map((one) => one.problems.map((problem) => problem.result));

const BACK_RANK = "6k1/5ppp/8/8/8/8/8/R5K1 w - -"; // Ra8 mates
const ROOK = "7k/8/5K2/8/8/8/8/5R2 w - -"; // mate in 2, by Kf7 or Kg6
const GOLD = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"; // a gold mates at once

test("suite: best moves, moves to avoid, lengths of mates", async () => {
  const epd = file("kinds.epd", "# a comment\n\n"
    + `${BACK_RANK} bm Ra8; id "san";\n`
    + `${BACK_RANK} bm a1a8; id "as protocols write";\n`
    + `${BACK_RANK} bm Kf2 Ra8#; id "one of several";\n`
    + `${BACK_RANK} bm Kf2; id "wrong";\n`
    + `${BACK_RANK} am Kf2 Kf1; id "avoided";\n`
    + `${BACK_RANK} am Ra8; id "not avoided";\n`
    + `${BACK_RANK} dm 1;\n`
    + `${ROOK} bm #2;\n`
    + `${ROOK} bm Kg6; dm 2;\n`
    + `${ROOK} dm 1;\n`
    + "7k/5K2/8/8/8/8/8/5R2 b - - bm #-1;\r\n"
    + "6k1/5ppp/8/8/8/8/8/R5K1 w - - 3 40 bm Ra8;\n");
  const answer = await json("--file", epd);
  assert.deepEqual(results(answer)[0], ["solved", "solved", "solved", "missed", "solved", "missed",
    "solved", "solved", "solved", "missed", "solved", "solved"]);
  assert.equal(answer.files[0].game, "chess");
  assert.deepEqual([answer.positions, answer.solved], [12, 9]);
  assert.ok(answer.share_low < 0.75 && answer.share_high > 0.75);
  const [first, , , wrong] = answer.files[0].problems;
  assert.equal(first.line, 3);
  assert.equal(first.id, "san");
  assert.equal(first.move, "a1a8");
  assert.ok(first.solution_nodes <= first.nodes);
  assert.equal(wrong.solution_nodes, undefined);
});

test("suite: shogi in columns and with operations, guessed from the board", async () => {
  const columns = file("columns.tsv", `# sfen\tlength\n${GOLD}\t1\n${GOLD}\t-\t1\n${GOLD}\tG*5b\n${GOLD}\t5i5h\textra\n`);
  const lines = file("lines.sfen", `sfen ${GOLD} bm G*5b; id "a";\n${GOLD} am 5i5h;\n${GOLD} dm 1;\n`
    + `${GOLD} moves G*5h 5a4a bm 5h5g;\n`);
  const answer = await json("--file", columns, "--file", lines);
  assert.deepEqual(answer.files.map((one) => one.game), ["shogi", "shogi"]);
  assert.deepEqual(results(answer)[0], ["solved", "solved", "solved", "missed"]);
  assert.deepEqual(results(answer)[1].slice(0, 3), ["solved", "solved", "solved"]);
});

test("suite: the mate solver instead of the search", async () => {
  const epd = file("mates.epd", `${ROOK} bm #2;\n${ROOK} dm 1;\n7k/5K2/8/8/8/8/8/5R2 b - - bm #-1;\n`);
  const answer = await json("--mate", "--file", epd);
  assert.deepEqual(results(answer)[0], ["solved", "missed", "skipped"]);
  assert.deepEqual([answer.positions, answer.solved, answer.skipped], [2, 1, 1]);
  const oneKing = file("one.tsv", "7k1/6P2/7G1/8L/9/9/9/9/9 b 2r2b3g4s4n3l17p 1\t1\n");
  assert.deepEqual(results(await json("--mate", "--file", oneKing))[0], ["solved"]);
  const refused = await suite("--file", oneKing);
  assert.equal(refused.status, 2);
  assert.match(refused.stderr, /one\.tsv, line 1: a king is missing/);
});

test("suite: a solution that is given up again does not count from then", async () => {
  // Whatever the search thinks best in the end, it changed its mind about some of them on the way.
  const DEEPEST = 9;
  const positions = fs.readFileSync("tests/data/positions/chess-middle.txt", "utf8").split("\n").filter((line) => line && line[0] !== "#").slice(0, 20);
  const best = [];
  for (const position of positions) {
    const answer = await run(["analyse", "--position", position, "--depth", `${DEEPEST}`, "--hash", "4", "--json"]);
    best.push(JSON.parse(answer.lines.at(-2)).san);
  }
  const epd = file("own.epd", positions.map((position, i) => `${position.split(" ").slice(0, 4).join(" ")} bm ${best[i]};\n`).join(""));
  const byDepth = [];
  for (let depth = 1; depth <= DEEPEST; depth++)
    byDepth.push((await json("--file", epd, "--depth", `${depth}`, "--nodes", "100000000")).files[0].problems);
  let givenUp = 0;
  byDepth.at(-1).forEach((problem, i) => {
    assert.equal(problem.result, "solved");
    const missed = byDepth.findLastIndex((problems) => problems[i].result === "missed");
    if (missed < 0) return;
    if (byDepth.slice(0, missed).some((problems) => problems[i].result === "solved")) givenUp++;
    assert.ok(problem.solution_nodes > byDepth[missed][i].nodes && problem.solution_nodes <= byDepth[missed + 1][i].nodes,
      `${positions[i]}: ${problem.solution_nodes}, missed with ${byDepth[missed][i].nodes}`);
  });
  assert.ok(givenUp > 0);
});

test("suite: the same problems, the same nodes", async () => {
  const once = await json("--file", "tests/data/mate/chess.epd", "--limit", "5", "--shuffle", "3");
  const again = await json("--file", "tests/data/mate/chess.epd", "--limit", "5", "--shuffle", "3");
  const lines = (answer) => answer.files[0].problems.map((one) => [one.line, one.nodes]);
  assert.deepEqual(lines(once), lines(again));
  assert.equal(once.positions, 5);
  assert.notDeepEqual(lines(once).map(([line]) => line), [1, 2, 3, 4, 5]);
});

test("suite: a table with a row for each file and one for all", async () => {
  const epd = file("table.epd", `${BACK_RANK} bm Ra8; id "a";\n${BACK_RANK} bm Kf2; id "b";\n`);
  const answer = await suite("--verbose", "--file", epd, "--file", epd);
  assert.equal(answer.status, 0);
  assert.equal(answer.lines.filter((line) => /^table\.epd +2 +1 +50\.0 % /.test(line)).length, 2);
  assert.equal(answer.lines.filter((line) => /^all +4 +2 +50\.0 % /.test(line)).length, 1);
  assert.equal(answer.lines.filter((line) => /^ +1 {2}a +solved +Ra8# +mate 1 /.test(line)).length, 2);
  assert.equal(answer.lines.filter((line) => /^ +2 {2}b +missed +Ra8# .* Kf2$/.test(line)).length, 2);
});

test("suite: whatever a name holds, the terminal gets plain letters", async () => {
  const epd = file("odd.epd", `${BACK_RANK} bm Ra8; id "\x1b[31mred\u00e9 and much longer than its column is";\n`);
  const answer = await suite("--verbose", "--file", epd);
  assert.match(answer.stdout, /^ +1 {2}\?\[31mred\?\? and muc solved/m);
  assert.doesNotMatch(answer.stdout, /[^\n\x20-\x7e]/);
  assert.equal((await json("--file", epd)).files[0].problems[0].id.slice(0, 9), "\x1b[31mred\u00e9");
});

test("suite: a line that cannot be read is named, and nothing is run", async () => {
  const good = `${BACK_RANK} bm Ra8;\n`;
  for (const [text, message] of [
    [`${good}${BACK_RANK} bm Ra9;\n`, /bad\.epd, line 2: .*Ra9/],
    [`${good}8/8/8 w - - bm Ra8;\n`, /bad\.epd, line 2: /],
    [`${good}${BACK_RANK} dm x;\n`, /bad\.epd, line 2: 'x' is no mate distance/],
    [`${good}${BACK_RANK} dm 99999;\n`, /bad\.epd, line 2: '99999' is no mate distance/],
    [`${good}${BACK_RANK}\n`, /bad\.epd, line 2: nothing is asked/],
    [`${good}${BACK_RANK} id "x;\n`, /bad\.epd, line 2: .*not closed/],
    [`${GOLD}\t1\n${GOLD}\t9a9b\n`, /bad\.epd, line 2: '9a9b' is no mate length and no move/],
    [`${GOLD} bm 9a9b;\n`, /bad\.epd, line 1: .*9a9b/],
    ["no position\n", /bad\.epd, line 1: neither chess nor shogi/],
    ["\n# nothing\n", /bad\.epd: no positions/],
    [Buffer.from([0xff, 0x00, 0x0a]), /bad\.epd, line 1: /],
  ]) {
    const answer = await suite("--file", file("bad.epd", text));
    assert.equal(answer.status, 2, String(text));
    assert.match(answer.stderr, message);
    assert.equal(answer.stdout, "");
  }
});

test("suite: a command line that cannot be", async () => {
  const epd = file("one.epd", `${BACK_RANK} bm Ra8;\n`);
  for (const [args, message] of [
    [[], /--file is needed/],
    [["--file", "no/such/file"], /no\/such\/file/],
    [["--file", directory], /not a regular file/],
    [["--file", epd, "--mate"], /one\.epd, line 1: no length of a mate/],
    [["--file", epd, "--mate", "--depth", "3"], /not --depth/],
    [["--file", epd, "--game", "shogi"], /one\.epd, line 1: /],
    [["--file", epd, "--set", "nmp=maybe"], /nmp/],
    [["--file", epd, "--limit", "0"], /--limit/],
  ]) {
    const answer = await suite(...args);
    assert.equal(answer.status, 2, args.join(" "));
    assert.match(answer.stderr, message);
  }
});

test("suite: a zugzwang that null moves spoil is found by a verification that is deep enough", async () => {
  // After Qg7 Black has nothing but moves that lose; if he could pass, nothing would happen to him.
  const study = file("zugzwang.epd", '6Q1/8/8/7k/8/8/3p1pp1/3Kbrrb w - - bm Qg7;\n');
  // A null move wherever the evaluation reaches beta, however the rows are tuned.
  const solved = async (...sets) =>
    results(await json("--file", study, "--nodes", "1000000",
      ...["net=off", "nmp_static_margin=-500", ...sets].flatMap((one) => ["--set", one])))[0][0];
  assert.equal(await solved("nmp=off"), "solved");
  assert.notEqual(await solved("nmp_verify=off"), "solved");
  assert.equal(await solved("nmp_verify=on_cutoff", "nmp_verify_depth=5", "nmp_verify_reduction=1"), "solved");
});

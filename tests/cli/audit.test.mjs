// SPDX-License-Identifier: GPL-3.0-or-later
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { run } from "./tenuki.mjs";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-audit-"));
test.after(() => fs.rmSync(directory, { recursive: true }));

async function audit(...args) {
  const answer = await run(["audit", ...args, "--json"]);
  assert.equal(answer.status, 0, answer.stderr);
  answer.found = JSON.parse(answer.stdout.trim().split("\n").pop());
  answer.of = (name) => answer.found.techniques.find((row) => row.technique === name);
  return answer;
}

const middle = "r1bq1rk1/pp3ppp/2nbpn2/2pp4/2PP4/P3PN2/1P1NBPPP/R1BQ1RK1 w - - 0 1";
const castle = "lr5nl/3g1kg2/2n1ppsp1/p1pps1p1p/1p5P1/P1PPSPP1P/1PS1P1N2/2GK1G1R1/LN6L b Bb 37";

test("a table, and the same as JSON", async () => {
  const answer = await audit("--position", middle, "--depth", "8", "--samples", "50");
  assert.match(answer.stdout, /1 chess position, \d+ nodes searched, \d+ decisions judged/);
  assert.match(answer.stdout, /\ntechnique +prunes +judged +open +false/);
  for (const name of ["nmp", "rfp", "lmp", "futility", "see", "lmr", "delta", "qsee"]) {
    const row = answer.of(name);
    assert.ok(row.judged > 0, name);
    assert.ok(row.judged + row.undecided === row.sampled && row.sampled <= row.prunes, name);
    assert.ok(row.rate.low <= row.rate.value && row.rate.value <= row.rate.high, name);
    for (const by of ["by_depth", "by_phase", "by_margin"])
      assert.equal(row[by].reduce((sum, group) => sum + group.false, 0), row.false, `${name} ${by}`);
    assert.match(answer.stdout, new RegExp(`\n${name} +${row.prunes} +${row.judged} +${row.undecided} +${row.false} `));
  }
});

test("tables that fit a screen", async () => {
  const answer = await audit("--position", middle, "--depth", "8", "--samples", "30", "--confirm", "1");
  // Positions of the costliest prunes, if any cost something, and the JSON behind them are long lines.
  const tables = answer.lines.slice(0, answer.lines.findIndex((line) => /^(The costliest$|\{)/.test(line)));
  assert.ok(tables.length > 50);
  assert.ok(tables.every((line) => line.length <= 100), tables.find((line) => line.length > 100));
  const ends = tables.filter((line) => /^(technique|nmp|rfp|lmr) /.test(line)).map((line) => line.length);
  assert.deepEqual([...new Set(ends)], [99], "aligned");
});

test("the audited search has the nodes of a search that nobody audits", async () => {
  for (const [game, position] of [["chess", middle], ["shogi", castle]]) {
    const audited = await audit("--game", game, "--position", position, "--depth", "8", "--samples", "5");
    const plain = await run(["analyse", "--game", game, "--position", position, "--depth", "8", "--hash", "16", "--json"]);
    assert.equal(audited.found.nodes, JSON.parse(plain.lines.at(-2)).nodes);
    assert.deepEqual(audited.found.position_nodes, [audited.found.nodes]);
  }
});

test("a broken technique is found: reverse futility without its margin", async () => {
  const broken = ["--set", "rfp_margin=0", "--set", "rfp_improving=0"];
  for (const game of ["chess", "shogi"]) {
    const common = ["--game", game, "--file", `tests/data/positions/${game}-middle.txt`, "--limit", "20", "--depth", "9",
      "--technique", "rfp", "--samples", "900"];
    const good = (await audit(...common)).of("rfp").by_depth.find((row) => row.depth === "3-5");
    const bad = (await audit(...common, ...broken)).of("rfp").by_depth.find((row) => row.depth === "3-5");
    assert.ok(bad.rate.low > 2 * good.rate.value && bad.rate.low > good.rate.high,
      `${game}: ${JSON.stringify(good.rate)} against ${JSON.stringify(bad.rate)}`);
  }
});

// White, to move, must stalemate Black or leave the pawn to him; if he could pass, he would win.
test("a null move in zugzwang is false; the guard of pawn endings prevents it", async () => {
  const ending = ["--position", "8/1k6/8/2K5/2P5/8/8/8 w - - 0 1", "--depth", "11", "--technique", "nmp", "--samples", "2000",
    "--set", "net=off"];
  const open = await audit(...ending, "--set", "nmp_guard_material=-1", "--set", "nmp_guard_pawns=0", "--set", "nmp_verify=off");
  const zugzwang = open.found.worst.find((one) => one.position.startsWith("2k5/2P5/3K4/8/8/8/8/8 w"));
  assert.ok(zugzwang && zugzwang.cost > 300, JSON.stringify(open.found.worst));
  assert.match(zugzwang.line, / c6c7 [bd]8c8$/);
  assert.deepEqual((await audit(...ending)).found.techniques, []);
});

test("a seed gives one answer, in one thread or three, and another seed another sample", async () => {
  const file = path.join(directory, "positions");
  fs.writeFileSync(file, `# three\n${middle}\n\nr3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -\n8/4bk1p/1p3np1/p2r1p2/6n1/5N2/PP3PKP/2RRB3 b - - 0 1\n`);
  const common = ["--file", file, "--depth", "7", "--samples", "20"];
  const one = await audit(...common), three = await audit(...common, "--concurrency", "3");
  assert.equal(one.found.positions, 3);
  assert.deepEqual(three.found, one.found);
  const other = await audit(...common, "--seed", "2");
  assert.notDeepEqual(other.found.techniques, one.found.techniques);
  assert.equal(other.found.nodes, one.found.nodes);
});

test("second reference, control, undecided", async () => {
  const common = ["--position", middle, "--depth", "8", "--samples", "30", "--technique", "nmp,lmr", "--reference-nodes", "20000"];
  const deeper = await audit(...common, "--deeper", "1");
  assert.equal(deeper.found.deeper.plies, 1);
  assert.match(deeper.stdout, /Against 1 ply more without any technique/);
  const plain = await audit(...common);
  assert.deepEqual(deeper.found.techniques, plain.found.techniques);
  const confirmed = await audit(...common, "--confirm", "1");
  for (const row of confirmed.found.deeper.techniques) assert.ok(row.false <= confirmed.of(row.technique).false);
  assert.match((await audit(...common, "--control")).stdout, /again with the technique/);
  const short = await audit(...common.slice(0, -1), "2");
  assert.ok(short.of("lmr").undecided > 0);
});

test("rows and report", async () => {
  const csv = path.join(directory, "rows.csv"), lines = path.join(directory, "rows.jsonl"), html = path.join(directory, "audit.html");
  const common = ["--game", "shogi", "--position", castle, "--depth", "7", "--samples", "20"];
  const answer = await audit(...common, "--rows", csv, "--html", html);
  await audit(...common, "--rows", lines);
  const table = fs.readFileSync(csv, "utf8").trim().split("\n").map((line) => line.split(","));
  const objects = fs.readFileSync(lines, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  const sampled = answer.found.techniques.reduce((sum, row) => sum + row.sampled, 0);
  assert.equal(table.length, sampled + 1);
  assert.equal(objects.length, sampled);
  objects.forEach((object, i) => {
    for (const key of ["game", "technique", "depth", "margin", "improving", "phase", "outcome", "cost"])
      assert.equal(String(object[key]), table[i + 1][table[0].indexOf(key)], key);
    assert.match(object.outcome, /^(right|false|undecided)$/);
  });
  const page = fs.readFileSync(html, "utf8");
  assert.match(page, /<svg/);
  assert.match(page, /The costliest/);
  assert.doesNotMatch(page, /<script|nan/i);
});

test("bad options are refused", async () => {
  const bad = path.join(directory, "bad");
  fs.writeFileSync(bad, `${middle}\nnonsense\n`);
  for (const [args, message] of [
    [["--technique", "tt"], /'tt' is none of all, nmp/], [["--technique", "nmp,,rfp"], /--technique/], [["--sample", "0"], /share/],
    [["--sample", "2"], /share/], [["--sample", "nan"], /share/], [["--samples", "0"], /samples/], [["--depth", "0"], /depth/],
    [["--file", bad], /line 2/], [["--file", path.join(directory, "missing")], /missing/], [["--file", bad, "--position", middle], /exclude/],
    [["--deeper", "1", "--confirm", "1"], /exclude/], [["--set", "rfp_margin=9999"], /rfp_margin/], [["--game", "go"], /unknown game/],
    [["--game", "shogi", "--position", "8k/9/8G/9/9/9/9/9/9 b G 1"], /king is missing/], [["--depth", "1", "--html", directory], /directory/i]]) {
    const answer = await run(["audit", ...args]);
    assert.equal(answer.status, 2, args.join(" "));
    assert.match(answer.stderr, message);
  }
});

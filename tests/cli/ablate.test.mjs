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

const CHESS = [
  "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3", // opening
  "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
  "2rq2k1/5ppp/8/3p4/3P4/2N5/5PPP/2RQ2K1 w - - 0 1", // middle game
  "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1", // endgame
];
const SHOGI = [
  "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2",
  "ln1g1k1nl/1r3sg2/p2psp1pp/2p3p2/1p2b4/2PP3P1/PPSG1PP1P/1BG2S1R1/LN1K3NL b Pp 25",
];
const chess = file("chess.fen", CHESS.join("\n") + "\n");
const shogi = file("shogi.sfen", SHOGI.map((one) => `sfen ${one}`).join("\n") + "\n");

const ablate = (...args) => run(["ablate", "--hash", "1", ...args]);
const json = async (...args) => {
  const answer = await ablate("--json", ...args);
  assert.equal(answer.status, 0, answer.stderr);
  return JSON.parse(answer.lines.at(-2));
};
const named = (object, name) => object.variants.find((one) => one.name === name);

async function nodesOf(game, positions, ...args) {
  let nodes = 0;
  for (const position of positions) {
    const answer = await run(["analyse", "--game", game, "--position", position, "--hash", "1", "--json", ...args]);
    nodes += JSON.parse(answer.lines.at(-2)).nodes;
  }
  return nodes;
}

test("ablate: its searches are those of analyse", async () => {
  for (const [game, positions, path] of [["chess", CHESS, chess], ["shogi", SHOGI, shogi]]) {
    const answer = await json("--file", path, "--depth", "6", "--technique", "nmp,lmr");
    const base = named(answer, "base").fixed_depth;
    const nmp = named(answer, "nmp").fixed_depth;
    assert.equal(answer.game, game);
    assert.equal(base.nodes, await nodesOf(game, positions, "--depth", "6"));
    assert.equal(nmp.nodes, await nodesOf(game, positions, "--depth", "6", "--set", "nmp=off"));
    assert.equal(nmp.depth, 6);
    const saved = nmp.nodes - base.nodes;
    assert.ok(Math.abs(nmp.nodes_saved.value - saved / positions.length) < 0.001);
    assert.ok(Math.abs(nmp.nodes_saved_percent.value - (100 * saved) / nmp.nodes) < 0.001);
    assert.ok(nmp.nodes_saved.low <= nmp.nodes_saved.value && nmp.nodes_saved.value <= nmp.nodes_saved.high);
    assert.equal(nmp.depth_improvement.value, 0);
    assert.ok(named(answer, "lmr").fixed_depth.time_ms > 0);
    assert.equal(answer.variants.length, 3);
  }
});

test("ablate: every technique that is on, by game phase", async () => {
  const answer = await json("--file", chess, "--depth", "4");
  assert.ok(answer.variants.length > 20);
  assert.equal(named(answer, "mate1"), undefined);
  for (const variant of answer.variants) {
    const phases = variant.fixed_depth.by_phase;
    assert.deepEqual(Object.values(phases).map((one) => one.positions), [2, 1, 1], JSON.stringify(Object.keys(phases)));
    const sum = Object.values(phases).reduce((total, one) => total + one.nodes, 0);
    assert.equal(sum, variant.fixed_depth.nodes);
  }
  assert.deepEqual(Object.keys(answer.variants[0].fixed_depth.by_phase), ["opening", "middle game", "endgame"]);
});

test("ablate: a technique that is off is switched on, and saves the other way round", async () => {
  const by_hand = ["--file", shogi, "--depth", "6", "--set", "net=off"]; // trees that no new net changes
  const answer = await json(...by_hand, "--technique", "checkext");
  const [base, checkext] = answer.variants;
  assert.equal(checkext.kind, "technique on");
  const saved = (base.fixed_depth.nodes - checkext.fixed_depth.nodes) / SHOGI.length;
  assert.notEqual(saved, 0);
  assert.ok(Math.abs(checkext.fixed_depth.nodes_saved.value - saved) < 0.001);
  const turned = await json(...by_hand, "--set", "checkext=on", "--technique", "checkext");
  assert.equal(turned.variants[1].kind, "technique off");
  assert.equal(turned.variants[1].fixed_depth.nodes_saved.value, checkext.fixed_depth.nodes_saved.value);
});

test("ablate: presets; a search that would not end is capped", async () => {
  const answer = await json("--file", chess, "--depth", "6", "--technique", "mdp", "--presets", "--max-nodes", "20000");
  const same = named(answer, "default").fixed_depth;
  assert.equal(named(answer, "default").kind, "preset");
  assert.equal(same.nodes_saved.value, 0);
  assert.equal(same.moves_changed.value, 0);
  const off = named(answer, "off").fixed_depth;
  assert.ok(off.capped > 0 && off.nodes_saved_percent.value > 0);
  assert.equal(named(answer, "base").fixed_depth.capped, 0);
});

test("ablate: a fixed time", async () => {
  const answer = await json("--file", chess, "--time", "1", "--technique", "nmp");
  const { fixed_time: nmp, fixed_depth: none } = named(answer, "nmp");
  assert.equal(none, undefined);
  // How deep depends on the machine; that a millisecond is enough for one ply does not.
  assert.ok(named(answer, "base").fixed_time.depth >= 1 && nmp.depth >= 1);
  const { low, value, high } = nmp.depth_improvement;
  assert.ok(low <= value && value <= high);
  const both = await json("--file", chess, "--time", "1", "--depth", "2", "--technique", "nmp");
  assert.ok(both.variants[0].fixed_time && both.variants[0].fixed_depth);
});

test("ablate: two at once are the same searches", async () => {
  const nodes = (answer) => answer.variants.map((one) => one.fixed_depth.nodes);
  const args = ["--file", chess, "--file", chess, "--depth", "5", "--technique", "nmp,rfp"];
  const two = await json(...args, "--concurrency", "2");
  assert.equal(two.positions, 8);
  assert.deepEqual(nodes(two), nodes(await json(...args)));
});

test("ablate: a report in one file that fetches nothing", async () => {
  const html = path.join(directory, "report.html");
  const answer = await ablate("--file", chess, "--depth", "4", "--technique", "nmp,rfp,threat", "--presets", "--time", "1", "--html", html);
  assert.equal(answer.status, 0, answer.stderr);
  const page = fs.readFileSync(html, "utf8");
  assert.match(page, /^<!DOCTYPE html>/);
  assert.match(page, /<\/html>\n$/);
  assert.equal(page.match(/<svg /g).length, 8);
  assert.doesNotMatch(page, /<script|<link|src=|href=|url\(|http/);
  assert.match(page, /chess\.fen/);
  assert.ok(!page.includes(directory), "reports are read elsewhere");
  assert.match(page, /--technique nmp,rfp,threat/);
});

test("ablate: a table that fits a screen", async () => {
  const answer = await ablate("--file", chess, "--depth", "4", "--technique", "nmp,threat", "--verbose");
  assert.equal(answer.status, 0);
  assert.match(answer.stdout, /^Depth 4, 4 positions \(opening 2, middle game 1, endgame 1\)/);
  assert.match(answer.stdout, /^nmp +-?\d+\.\d +-?\d+\.\d to -?\d+\.\d /m);
  assert.match(answer.stdout, /^with threat /m);
  assert.match(answer.stdout, /^Nodes saved by game phase/m);
  assert.doesNotMatch(answer.stdout, /-0\.0|nan|inf/);
  for (const line of answer.lines.slice(1)) assert.ok(line.length <= 100, line);
});

test("ablate: bad input is named and nothing is run", async () => {
  for (const [args, message] of [
    [[], /--file is needed/],
    [["--file", "no/such/file"], /no\/such\/file/],
    [["--file", file("bad.fen", `${CHESS[0]}\n8/8/8 w - -\n`)], /bad\.fen, line 2: /],
    [["--file", chess, "--file", shogi], /shogi\.sfen, line 1: /],
    [["--file", file("one.sfen", "7k1/6P2/7G1/8L/9/9/9/9/9 b 2r2b3g4s4n3l17p 1\n")], /one\.sfen, line 1: a king is missing/],
    [["--file", chess, "--technique", "nmpp"], /unknown technique 'nmpp', did you mean 'nmp'/],
    [["--file", chess, "--technique", "nmp,"], /unknown technique ''/],
    [["--file", chess, "--depth", "0"], /--depth/],
    [["--file", chess, "--set", "nmp=maybe"], /nmp/],
    [["--file", chess, "--depth", "1", "--html", path.join(directory, "no", "such.html")], /such\.html/],
  ]) {
    const answer = await ablate(...args);
    assert.equal(answer.status, 2, args.join(" "));
    assert.match(answer.stderr, message);
    assert.equal(answer.stdout, "");
  }
});

test("a stored match says what a technique is worth in games", async (t) => {
  const database = path.join(directory, "match.db");
  const played = await run(["match", "--engine", "name=a", "--engine", "name=b", "set=nmp:off", "--nodes", "200", "--maxmoves", "30",
    "--games", "2", "--db", database, "--json"]);
  if (/without SQLite/.test(played.stderr))
    return t.skip("built without SQLite");
  const { elo } = JSON.parse(played.stdout.trim().split("\n").pop()).pairings[0];
  const given = ["--file", chess, "--limit", "2", "--depth", "3", "--technique", "nmp"];
  const variant = named(await json(...given, "--match", `nmp=${database}`), "nmp");
  assert.equal(variant.match_games, 2);
  assert.ok(Math.abs((variant.strength_improvement.value ?? elo) - elo) < 0.001);
  for (const [bad, message] of [["nmp", /is not NAME=FILE/], [`lmr=${database}`, /'lmr' is none of the variants/],
    [`nmp=${chess}`, /not a database/]]) {
    const refused = await ablate(...given, "--match", bad);
    assert.deepEqual([refused.status, refused.stdout], [2, ""]);
    assert.match(refused.stderr, message);
  }
});

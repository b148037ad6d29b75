// SPDX-License-Identifier: GPL-3.0-or-later
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { run } from "./tenuki.mjs";

const analyse = (...args) => run(["analyse", ...args]);
const objects = (answer) => answer.stdout.trim().split("\n").map((line) => JSON.parse(line));

test("a table for people", async () => {
  const answer = await analyse("--depth", "4");
  assert.equal(answer.status, 0);
  assert.match(answer.lines[0], /depth +score +nodes +time +line/);
  assert.match(answer.lines[4], /^ +4\/\d+ +[+-]\d+\.\d\d +\d+ +\d+\.\d\ds +[A-Za-h]/);
  assert.match(answer.stdout, /\nbest move [a-h][1-8][a-h][1-8] \S+\n/);
  const shogi = await analyse("--game", "shogi", "--depth", "3");
  assert.match(shogi.stdout, /best move \d[a-i]\d[a-i] ▲/);
});

test("JSON: lines, then the answer", async () => {
  for (const [game, name] of [["chess", "san"], ["shogi", "kif"]]) {
    const list = objects(await analyse("--game", game, "--depth", "4", "--multipv", "2", "--json"));
    const answer = list.pop();
    assert.equal(list.length, 8);
    for (const line of list)
      for (const key of ["depth", "seldepth", "multipv", "score_cp", "nodes", "nps", "hashfull", "time_ms"])
        assert.ok(Number.isInteger(line[key]), key);
    for (const key of ["bestmove", name, "score_cp", "depth", "seldepth", "nodes", "nps", "time_ms", "pv"])
      assert.ok(key in answer, key);
    assert.equal(answer.pv[0], answer.bestmove);
    assert.equal(answer.depth, 4);
  }
});

test("mates, ends and declarations", async () => {
  const mate = objects(await analyse("--position", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "--depth", "4", "--json")).pop();
  assert.deepEqual([mate.mate, mate.bestmove, mate.san, mate.pv], [1, "a1a8", "Ra8#", ["a1a8"]]);
  const over = objects(await analyse("--position", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--json")).pop();
  assert.deepEqual([over.bestmove, over.score_cp, over.pv], [null, 0, []]);
});

test("statistics and parameters", async () => {
  const on = objects(await analyse("--depth", "9", "--stats", "--json")).pop();
  const off = objects(await analyse("--depth", "9", "--stats", "--json", "--set", "nmp=off")).pop();
  assert.ok(on.stats.techniques.nmp.tries > 0);
  assert.equal(off.stats.techniques.nmp.tries, 0);
  assert.notEqual(on.nodes, off.nodes);
  const table = (await analyse("--depth", "9", "--stats")).stdout;
  assert.match(table, /technique +tries/);
  assert.match(table, /cuts by +depth 0-2 +3-5 +6-9 +10\+ +opening +middle game +endgame\n/);
  const places = /^lmp((?: +\d+){7})$/m.exec(table)[1].trim().split(/ +/).map(Number);
  const sum = (numbers) => numbers.reduce((a, b) => a + b);
  assert.deepEqual([sum(places.slice(0, 4)), sum(places.slice(4))], [on.stats.techniques.lmp.cuts, on.stats.techniques.lmp.cuts]);
});

test("limits", async () => {
  assert.ok(objects(await analyse("--nodes", "2000", "--json")).pop().nodes <= 2000);
  assert.equal((await analyse("--time", "20", "--threads", "2", "--hash", "4")).status, 0);
});

test("bad input is named", async () => {
  for (const [args, message] of [[["--position", "nonsense"], /error/], [["--depth", "0"], /depth/], [["--game", "go"], /unknown game/],
    [["--set", "nmp=7"], /nmp/], [["--preset", "x"], /x/], [["--hash", "99999999999"], /hash/],
    [["--game", "shogi", "--position", "8k/9/8G/9/9/9/9/9/9 b G 1"], /king is missing/]]) {
    const answer = await analyse(...args);
    assert.equal(answer.status, 2, args.join(" "));
    assert.match(answer.stderr, message);
    assert.equal(answer.stdout, "");
  }
});

const threatened = ["--game", "shogi", "--position", "ln1gk2nl/1r7/3p+Bbg2/p3n3p/2S2p3/P1s4RP/1P1PPP3/2G1K4/LN4s1L w S7Pgp 66",
  "--set", "threat=on", "--set", "threat_margin=32000", "--set", "threat_solver=0", "--depth", "12"];

test("every technique that decides something is counted", async () => {
  const cuts = async (...args) => {
    const answer = await run(["analyse", ...args, "--stats", "--json"]);
    assert.equal(answer.status, 0, answer.stderr);
    const { techniques } = JSON.parse(answer.stdout.trim().split("\n").at(-1)).stats;
    return (name) => techniques[name].cuts;
  };
  const shogi = await cuts(...threatened);
  for (const name of ["threat", "qsee"]) assert.ok(shogi(name) > 0, name);
  const mating = await cuts("--position", "6k1/5ppp/8/8/8/8/5PPP/R3R1K1 w - - 0 1", "--depth", "10");
  assert.ok(mating("mdp") > 0);
  const quiescence = ["--game", "shogi", "--position", "4k4/9/9/9/9/9/4p4/9/3LKN3 b RBg 1", "--depth", "1"];
  assert.ok((await cuts(...quiescence))("mate1") > 0);
});

test("the log of decisions, filtered", async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-log-"));
  const log = path.join(directory, "log");
  const lines = async (...filter) => {
    const answer = await run(["analyse", "--depth", "10", "--log", log, ...filter]);
    assert.equal(answer.status, 0, answer.stderr);
    return fs.readFileSync(log, "utf8").trim().split("\n");
  };
  const form = /^\w+ (cut|failed|verified|refuted|threat|skipped|reduced|research) depth \d+ ply \d+ reduction -?\d+ alpha -?\d+ beta -?\d+ score -?\d+$/;
  const all = await lines();
  for (const line of all) assert.match(line, form);
  for (const technique of ["nmp", "rfp", "lmr", "lmp", "futility"])
    assert.ok(all.some((line) => line.startsWith(technique + " ")), technique);
  const some = await lines("--log-filter", "nmp:depth>=5,rfp:ply<=3");
  assert.ok(some.length > 0 && some.length < all.length);
  for (const line of some) {
    const [, technique, depth, ply] = /^(\w+) \w+ depth (\d+) ply (\d+)/.exec(line);
    assert.ok(technique === "nmp" ? Number(depth) >= 5 : technique === "rfp" && Number(ply) <= 3, line);
  }
  for (const [filter, message] of [["nonsense", /'nonsense' is no technique/], ["nmp:width>3", /unknown 'width'/],
    ["nmp:depth>x", /'x' must be a number/], ["foo:depth>3", /unknown technique 'foo'/]]) {
    const refused = await run(["analyse", "--depth", "1", "--log", log, "--log-filter", filter]);
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, message);
  }
  assert.equal((await run(["analyse", "--depth", "1", "--log", directory])).status, 2);
  assert.match((await run(["analyse", "--depth", "1", "--log-filter", "nmp"])).stderr, /--log-filter needs --log/);
  fs.rmSync(directory, { recursive: true });
});

// SPDX-License-Identifier: GPL-3.0-or-later
// Margins by phase and adaptive margins, through the doors a user has.
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Dialogue } from "./dialogue.mjs";
import { run } from "./tenuki.mjs";

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-margins-"));
const settings = (list) => list.flatMap((setting) => ["--set", setting]);
const bench = async (depth, ...sets) => (await run(["bench", "--depth", String(depth), ...settings(sets)])).lines[0];
const analyse = async (args, ...sets) => {
  const answer = await run(["analyse", "--json", "--stats", ...args, ...settings(sets)]);
  assert.equal(answer.status, 0, answer.stderr);
  return JSON.parse(answer.stdout.trim().split("\n").pop());
};
const quick = ["adapt=on", "adapt_sample=4", "adapt_batch=4"];

test("scales of 100 % are no scales, others are", async () => {
  const plain = await bench(6);
  assert.equal(await bench(6, "phase=on", "phase_opening=100", "phase_endgame=100"), plain);
  assert.notEqual(await bench(6, "phase=on"), plain);
  assert.equal(await bench(6, "phase_opening=300", "adapt_rate=90"), plain);
});

test("the published keys switch them", async () => {
  const config = path.join(scratch, "published.toml");
  fs.writeFileSync(config, "[pruning]\nadaptive_enabled = true\nposition_dependent_margins = true\n");
  const { parameters } = JSON.parse((await run(["params", "--json", "--config", config])).stdout);
  const value = (name) => parameters.find((row) => row.name === name).value;
  assert.deepEqual([value("adapt"), value("phase")], [true, true]);
  assert.deepEqual(["phase_opening", "phase_middle", "phase_endgame", "adapt_rate"].map(value), [150, 100, 50, 10]);
  assert.equal((await run(["bench", "--depth", "5", "--config", config])).lines[0], await bench(5, "adapt=on", "phase=on"));
});

test("the phase decides the scale", async () => {
  const { margins } = await analyse(["--depth", "2"], "phase=on");
  assert.deepEqual(margins.scale_permille.rfp[0], [1500, 1000, 500]);
  assert.deepEqual(margins.scale_permille.lmr[0], [1000, 1000, 1000]);
  assert.deepEqual(margins.snapshots, []);
  assert.equal((await analyse(["--depth", "2"])).margins, undefined);
});

test("a game is learned the same way twice", async () => {
  assert.equal(await bench(7, ...quick), await bench(7, ...quick));
  assert.notEqual(await bench(7, ...quick), await bench(7));
});

test("margins move towards the target, within their bounds", async () => {
  // Full of tactics: there is always a reduced move that should not have been.
  const args = ["--depth", "10", "--position", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"];
  const learned = async (...sets) => {
    const { margins } = await analyse(args, ...quick, ...sets);
    const cells = margins.cells.filter((cell) => cell.technique === "lmr" && cell.rate_ppm >= 0);
    assert.ok(cells.length > 0);
    return { cells, margins };
  };
  // Wrong at all is too often: nothing may be reduced as much as it was; and the other way round.
  const strict = await learned("adapt_target_lmr=1", "adapt_high=150");
  assert.ok(strict.cells.every((cell) => cell.learned_permille >= 500 && cell.learned_permille <= 1500));
  assert.ok(strict.cells.some((cell) => cell.learned_permille > 1000));
  const loose = await learned("adapt_target_lmr=500", "adapt_low=80");
  assert.ok(loose.cells.every((cell) => cell.learned_permille >= 800));
  assert.ok(loose.cells.some((cell) => cell.learned_permille === 800));
  for (const cell of loose.cells) assert.ok(cell.wrong <= cell.seen);
});

test("snapshots: time, nodes, values, rates", async () => {
  const { margins, nodes } = await analyse(["--depth", "8"], ...quick);
  assert.equal(margins.snapshots.length, 8);
  margins.snapshots.forEach((snapshot, i) => {
    assert.equal(snapshot.depth, i + 1);
    assert.ok(snapshot.time_ms >= 0);
    assert.ok(i === 0 || snapshot.nodes > margins.snapshots[i - 1].nodes);
    for (const part of ["learned_permille", "rate_ppm"]) {
      assert.deepEqual(Object.keys(snapshot[part]), ["nmp", "rfp", "razor", "probcut", "lmp", "futility", "lmr", "delta"]);
      for (const bands of Object.values(snapshot[part])) assert.deepEqual(bands.map((band) => band.length), [3, 3, 3, 3]);
    }
  });
  assert.ok(margins.snapshots[7].nodes <= nodes);
  const table = await run(["analyse", "--stats", "--depth", "8", ...settings(quick)]);
  assert.match(table.stdout, /\nmargin +depth +phase +looked into +wrong +rate +learned +with phase\n/);
  assert.match(table.stdout, /\nlmr +3-5 +opening +\d+ +\d+ +\d+\.\d\d % +\d+\.\d % +\d+\.\d %\n/);
  assert.match(table.stdout, /\n +8 +\d+\.\d\ds +\d+ +8 /);
});

test("margins are kept through a game, bounded, reset and restored", async () => {
  const dialogue = new Dialogue();
  await dialogue.ask(...quick.map((setting) => `setoption name ${setting.replace("=", " value ")}`));
  const margins = async () => JSON.parse((await dialogue.ask("margins json")).join(""));
  const search = async () => (await dialogue.go("go depth 8")).filter((line) => line.startsWith("info depth")).pop().match(/nodes (\d+)/)[1];
  const first = await search();
  const one = await margins();
  assert.equal(one.snapshots.length, 8);
  await search();
  const two = await margins();
  assert.equal(two.snapshots.length, 16);
  assert.ok(two.snapshots[8].nodes > two.snapshots[7].nodes);
  for (let i = 0; i < 8; i++) await search();
  const many = await margins();
  assert.ok(many.snapshots.length <= 64 && many.snapshots.length > 32);
  assert.ok(many.snapshots.every((snapshot, i) => i === 0 || snapshot.nodes >= many.snapshots[i - 1].nodes));
  assert.deepEqual(await dialogue.ask("margins restore 3"), []);
  const restored = await margins();
  const kept = restored.snapshots[2].learned_permille;
  for (const cell of restored.cells) {
    const band = ["0-2", "3-5", "6-9", "10+"].indexOf(cell.depth);
    assert.equal(cell.learned_permille, kept[cell.technique][band][cell.phase]);
  }
  assert.match((await dialogue.ask("margins restore 65")).join(), /no such snapshot/);
  assert.match((await dialogue.ask("margins restore")).join(), /no such snapshot/);
  assert.match((await dialogue.ask("margins frob")).join(), /unknown word 'frob'/);
  assert.deepEqual(await dialogue.ask("margins reset"), []);
  assert.deepEqual([(await margins()).cells, (await margins()).snapshots], [[], []]);
  assert.doesNotMatch((await dialogue.ask("margins")).join("\n"), / 0\.0 %/);
  // A new game begins as the first one did.
  await dialogue.ask("ucinewgame");
  assert.equal(await search(), first);
  assert.match((await dialogue.ask("setoption name adapt value false", "margins")).join(), /nothing scales the margins/);
  assert.equal((await dialogue.quit()).status, 0);
});

test("two threads learn for themselves", async () => {
  const { margins } = await analyse(["--depth", "9", "--threads", "2"], ...quick, "phase=on");
  assert.ok(margins.cells.length > 0);
});

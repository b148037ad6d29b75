// SPDX-License-Identifier: GPL-3.0-or-later
// The profile needs a build of its own: TENUKI_PROFILE names it, build/tenuki-profile by default.
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { root, run } from "./tenuki.mjs";

const measuring = path.resolve(root, process.env.TENUKI_PROFILE ?? "build/tenuki-profile");
const directory = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-test-"));
test.after(() => fs.rmSync(directory, { recursive: true }));

// Rare parts happen only with these.
const everything = ["multicut_form=classic", "nmp_verify=on_cutoff", "nmp_verify_depth=5", "threat=on",
  "threat_margin=32000", "threat_solver=20"].flatMap((setting) => ["--set", setting]);

async function profile(game, depth, ...more) {
  const answer = await run(["profile", "--game", game, "--depth", depth, "--json", ...more], "", measuring);
  assert.equal(answer.status, 0, answer.stderr);
  return JSON.parse(answer.stdout);
}

for (const [game, never] of [["chess", ["mate in one"]], ["shogi", []]]) {
  test(`${game}: every part is hit, shares add up, a part is never longer than the whole`, async () => {
    const report = await profile(game, "8", ...everything);
    const tenths = report.parts.reduce((sum, part) => sum + Math.round(part.percent * 10), 0);
    assert.equal(tenths, 1000);
    const missed = report.parts.filter((part) => part.calls === 0).map((part) => part.part);
    assert.deepEqual(missed, never);
    const ticks = report.parts.reduce((sum, part) => sum + part.ticks, 0);
    assert.ok(Math.abs(ticks - report.ticks) <= report.parts.length);
    const sides = report.parts.filter((part) => "whole_ticks" in part);
    assert.equal(sides.length, 6);
    for (const side of sides)
      assert.ok(side.whole_ticks > 0 && side.whole_ticks <= report.ticks, side.part);
  });
}

test("measuring does not change the search", async () => {
  const plain = await run(["bench", "--game", "chess", "--depth", "6"]);
  const report = await profile("chess", "6");
  assert.match(plain.stdout, new RegExp(`^chess ${report.nodes} shogi`));
});

test("the table ends with 100 % and says what was subtracted", async () => {
  const answer = await run(["profile", "--depth", "5"], "", measuring);
  assert.match(answer.stdout, /\n {2}together +100\.0 %\n/);
  assert.match(answer.stdout, /readings at [\d.]+ ticks, [\d.]+ s, are subtracted/);
});

test("positions from a file; a bad one is named", async () => {
  const good = path.join(directory, "good.fen");
  fs.writeFileSync(good, "# two\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\n8/Q7/8/6k1/4K3/2r5/8/8 w - - 0 1\n");
  assert.equal((await profile("chess", "4", "--file", good)).positions, 2);
  const bad = path.join(directory, "bad.fen");
  fs.writeFileSync(bad, "8/Q7/8/6k1/4K3/2r5/8/8 w - - 0 1\n8/8/8/8/8/8/8/8 w - - 0 1\n");
  const answer = await run(["profile", "--file", bad], "", measuring);
  assert.equal(answer.status, 2);
  assert.match(answer.stderr, /bad\.fen, line 2: White has 0 kings/);
});

test("another build says which one to use", async () => {
  const answer = await run(["profile"]);
  assert.equal(answer.status, 2);
  assert.match(answer.stderr, /make profile/);
});

// SPDX-License-Identifier: GPL-3.0-or-later
// Reports of ablate and audit that are kept in a file.
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { run } from "./tenuki.mjs";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-reports-"));
test.after(() => fs.rmSync(directory, { recursive: true }));
const at = (name) => path.join(directory, name);
const last = (answer) => JSON.parse(answer.stdout.trim().split("\n").pop());

const positions = at("positions.fen");
fs.writeFileSync(positions, [
  "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
  "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
].join("\n") + "\n");

const ablate = (...more) => run(["ablate", "--hash", "1", "--file", positions, "--depth", "4", "--technique", "nmp,lmr", ...more]);
const audit = (...more) => run(["audit", "--hash", "1", "--file", positions, "--depth", "5", "--samples", "10", ...more]);

const probe = await ablate("--db", at("probe.db"));
const stored = { skip: /without SQLite/.test(probe.stderr) && "built without SQLite" };

test("without SQLite the report is shown, and a message tells why it is not kept", { skip: !stored.skip }, () => {
  assert.equal(probe.status, 2);
  assert.match(probe.stdout, /nodes saved/);
  assert.match(probe.stderr, /probe\.db: .*without SQLite; the report is shown, but not kept/);
});

test("runs of both commands are kept beside each other, listed and checked", stored, async () => {
  const file = at("both.db");
  const ablated = await ablate("--db", file, "--json");
  const audited = await audit("--db", file, "--json");
  assert.deepEqual([ablated.status, ablated.stderr, audited.status, audited.stderr], [0, "", 0, ""]);
  const { runs } = last(await run(["results", file, "--json"]));
  assert.deepEqual(runs.map((one) => [one.run, one.kind, one.game, one.positions]), [[1, "ablate", "chess", 2], [2, "audit", "chess", 2]]);
  assert.deepEqual(runs.map((one) => one.report), [last(ablated), last(audited)], "what --json prints");
  assert.match(runs[0].command, /^tenuki ablate --hash 1 --file positions\.fen --depth 4 --technique nmp,lmr --db both\.db --json$/);
  assert.equal(runs[0].nodes, runs[0].report.variants[0].fixed_depth.nodes);
  assert.deepEqual(runs[0].rates.map((rate) => rate.technique), ["nmp", "lmr"]);
  assert.equal(runs[0].rates[1].value, runs[0].report.variants[2].fixed_depth.nodes_saved_percent.value);
  assert.equal(runs[1].nodes, runs[1].report.nodes);
  for (const rate of runs[1].rates) {
    const row = runs[1].report.techniques.find((one) => one.technique === rate.technique);
    assert.ok(Math.abs(rate.value - 100 * row.rate.value) < 1e-3, rate.technique);
  }
  const list = await run(["results", file]);
  assert.match(list.stdout, /^ +1 {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}ablate, chess, 2 positions, \d+ nodes, version \S+\n +tenuki ablate .*\n +nodes saved, %\n +nmp +-?\d+\.\d\d {2}lmr +-?\d/);
  assert.match(list.stdout, /\n +2 .* audit, chess.*\n.*\n +false prunes, %\n/);
  assert.ok(list.lines.every((line) => line.length <= 100));
  const checked = await run(["results", "check", file]);
  assert.deepEqual([checked.status, checked.stdout], [0, "have 1\nhave 2\n"]);
});

test("a fixed time is listed by the depth it gains", stored, async () => {
  const file = at("time.db");
  const answer = await run(["ablate", "--hash", "1", "--file", positions, "--time", "2", "--technique", "lmr", "--db", file]);
  assert.equal(answer.status, 0, answer.stderr);
  assert.match((await run(["results", file])).stdout, /\n +depth gained, plies\n +lmr +-?\d/);
});

test("a file that is not ours is refused and left alone, and the report is shown", stored, async () => {
  const text = at("foreign.txt"), record = at("record.db");
  fs.writeFileSync(text, "a diary\n");
  assert.equal((await run(["regress", "--db", record, "--label", "x", "--depth", "1"])).status, 0);
  for (const [make, shown] of [[ablate, /nodes saved/], [audit, /decisions judged/]])
    for (const [file, message] of [
      [text, /foreign\.txt: file is not a database; the report is shown, but not kept/],
      [record, /record\.db: no laboratory report of tenuki is in this file/],
      [directory, /directory/i],
    ]) {
      const answer = await make("--db", file);
      assert.equal(answer.status, 2);
      assert.match(answer.stdout, shown);
      assert.match(answer.stderr, message);
    }
  assert.equal(fs.readFileSync(text, "utf8"), "a diary\n");
  assert.equal(last(await run(["regress", "--db", record, "--list", "--json"])).runs.length, 1);
});

test("what was changed since is found", stored, async () => {
  const file = at("damaged.db");
  await ablate("--db", file);
  await audit("--db", file);
  const bytes = fs.readFileSync(file);
  const place = bytes.lastIndexOf('"game": "chess"');
  assert.ok(place > 0);
  bytes.write("CHESS", place + 9);
  fs.writeFileSync(file, bytes);
  const checked = await run(["results", "check", file]);
  assert.equal(checked.status, 1);
  assert.match(checked.stderr, /damaged: run [12] is not as written/);
  assert.equal((await run(["results", file])).status, 2);
});

test("games cannot be written from reports", stored, async () => {
  const file = at("nogames.db");
  await ablate("--db", file);
  const answer = await run(["results", file, "--pgn", at("games.pgn")]);
  assert.equal(answer.status, 2);
  assert.match(answer.stderr, /no games/);
});

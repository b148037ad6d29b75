// SPDX-License-Identifier: GPL-3.0-or-later
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { run } from "./tenuki.mjs";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-learn-"));
test.after(() => fs.rmSync(directory, { recursive: true }));
const at = (name) => path.join(directory, name);
const last = (answer) => JSON.parse(answer.stdout.trim().split("\n").pop());

const columns = ["game", "root", "technique", "depth", "improving", "phase", "in_hand", "threats", "history", "noisy",
  "reduction", "reach", "threshold", "outcome", "weight"];
const plain = { game: "chess", technique: "delta", depth: 0, improving: 0, phase: 1, in_hand: 0, threats: 2, history: 0,
  noisy: 1, reduction: 0, reach: 100, threshold: 0, outcome: "right", weight: 1 };
const write = (name, rows, header = columns) =>
  fs.writeFileSync(at(name), [header, ...rows.map((row) => header.map((key) => row[key]))].map((row) => row.join(",")).join("\n") + "\n");

// xorshift, so that the rows are the same everywhere.
function rng(seed) {
  let state = seed;
  return () => {
    state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

// Prunes of one technique in 200 positions; `chance` tells how often one is false.
function made(count, fill, chance) {
  const random = rng(12345), rows = [];
  for (let i = 0; i < count; i++) {
    const row = { ...plain, root: (i % 200).toString(16).padStart(16, "0"), ...fill(random) };
    row.outcome = random() < chance(row) ? "false" : "right";
    rows.push(row);
  }
  return rows;
}
const sigmoid = (x) => 1 / (1 + Math.exp(-x));

test("the audit writes rows to a file, and samples widely when asked to", async () => {
  const middle = "r1bq1rk1/pp3ppp/2nbpn2/2pp4/2PP4/P3PN2/1P1NBPPP/R1BQ1RK1 w - - 0 1";
  const common = ["audit", "--position", middle, "--depth", "7", "--samples", "40", "--technique", "futility",
    "--set", "futility_margin=100", "--set", "futility_slope=90"];
  const read = (name) => {
    const [header, ...rows] = fs.readFileSync(at(name), "utf8").trim().split("\n").map((line) => line.split(","));
    return rows.map((row) => Object.fromEntries(header.map((key, i) => [key, row[i]])));
  };
  assert.equal((await run([...common, "--samples", at("usual.csv")])).status, 0);
  assert.equal((await run([...common, "--samples", at("wide.csv"), "--wide"])).status, 0);
  for (const [name, base, slope] of [["usual.csv", 100, 90], ["wide.csv", 50, 45]])
    for (const row of read(name)) {
      for (const key of columns) assert.notEqual(row[key], undefined, key);
      assert.equal(Number(row.threshold), base + slope * (row.depth - 1 - row.reduction));
      assert.equal(Number(row.reach), Number(row.margin) + Number(row.threshold));
      assert.ok(Number(row.margin) >= 0 && row.in_hand === "0" && /^[0-9a-f]{16}$/.test(row.root));
    }
  const other = ["audit", "--game", "shogi", "--depth", "6", "--samples", "5", "--technique", "all", "--samples", at("all.csv"),
    "--position", "lr5nl/3g1kg2/2n1ppsp1/p1pps1p1p/1p5P1/P1PPSPP1P/1PS1P1N2/2GK1G1R1/LN6L b Bb 37"];
  assert.equal((await run(other)).status, 0);
  const rows = read("all.csv");
  assert.ok(rows.some((row) => Number(row.in_hand) >= 2) && rows.some((row) => Number(row.history) !== 0));
  assert.ok(rows.some((row) => row.technique === "lmr" && row.reach === ""));
  const compared = rows.filter((row) => row.reach !== "");
  assert.ok(new Set(compared.map((row) => row.technique)).size >= 5);
  for (const row of compared) assert.ok(Number(row.reach) >= Number(row.threshold), JSON.stringify(row));
  for (const args of [["--wide"], ["--wide", "--technique", "lmr"], ["--wide", "--technique", "rfp,nmp"]]) {
    const answer = await run(["audit", ...args]);
    assert.equal(answer.status, 2);
    assert.match(answer.stderr, /--wide wants one --technique that has a margin/);
  }
  assert.match((await run(["audit", "--samples", "0"])).stderr, /--samples: 0 is no number from 1 to/);
});

// With so many rows at each reach from 0 to 600 that are false as sigmoid(-reach / 60), those beyond m are false in 1 % when
// 60 ln(1 + e^(-m/60)) is 1 % of 600 - m, but for what lies beyond 600: at 153.
test("a margin that can be worked out by hand is found", async () => {
  write("delta.csv", made(30000, (random) => ({ reach: Math.floor(600 * random()) }), (row) => sigmoid(-row.reach / 60)));
  const common = ["learn", "--samples", at("delta.csv"), "--json"];
  const answer = await run([...common, "--out", at("delta.toml"), "--html", at("delta.html")]);
  assert.equal(answer.status, 0, answer.stderr);
  const [delta] = last(answer).techniques;
  const learned = delta.margins.delta_margin.after;
  assert.ok(learned > 138 && learned < 168, String(learned));
  assert.ok(delta.held_rows > 6000 && delta.held_rows < 12000 && delta.rows + delta.held_rows === 30000);
  assert.equal(delta.positions + delta.held_positions, 200);
  assert.ok(delta.held_out.rate.low < 0.01 && delta.held_out.rate.high > 0.01, JSON.stringify(delta.held_out));
  assert.ok(delta.loss < 0.9 * delta.loss_of_mean);
  for (const bin of delta.calibration) assert.ok(Math.abs(bin.predicted - bin.rate.value) < 0.05, JSON.stringify(bin));
  assert.match(answer.stdout, new RegExp(`\n  delta +delta_margin +${delta.margins.delta_margin.before} -> ${learned} `));
  assert.equal((await run(common)).stdout, answer.stdout);

  assert.match(fs.readFileSync(at("delta.toml"), "utf8"), new RegExp(`\\[chess\\]\n.*\ndelta_margin = ${learned}\n`));
  const used = await run(["params", "--config", at("delta.toml"), "--json"]);
  assert.match(used.stdout, new RegExp(`"delta_margin"[^}]*${learned}`));
  const page = fs.readFileSync(at("delta.html"), "utf8");
  assert.match(page, /<svg/);
  assert.doesNotMatch(page, /<script|nan/i);

  const half = last(await run([...common, "--target", "0.005"])).techniques[0].margins.delta_margin.after;
  assert.ok(half > learned + 20, `${half} for half the rate, ${learned} for the whole`);
  const seed = last(await run([...common, "--seed", "2"])).techniques[0];
  assert.notEqual(seed.held_false, delta.held_false);
});

// Improving halves the odds: then a smaller margin is as safe.
test("two margins of one technique are told apart", async () => {
  const fill = (random) => ({ technique: "rfp", noisy: 0, depth: 2, reduction: 2, reach: Math.floor(600 * random()), improving: random() < 0.5 ? 1 : 0 });
  write("rfp.csv", made(30000, fill, (row) => sigmoid(-row.reach / 50 - 1.2 * row.improving)));
  const [rfp] = last(await run(["learn", "--samples", at("rfp.csv"), "--json"])).techniques;
  const { rfp_margin: margin, rfp_improving: improving } = rfp.margins;
  assert.ok(improving.after > 25 && improving.after < 100, JSON.stringify(rfp.margins));
  assert.ok(2 * margin.after > 100 && 2 * margin.after < 250, JSON.stringify(rfp.margins));
  const feature = rfp.features.find((one) => one.feature === "improving");
  assert.ok(feature.coefficient < -3 * feature.error);
});

test("no margin below what was sampled, and none where none helps", async () => {
  write("edge.csv", made(20000, (random) => ({ reach: 300 + Math.floor(300 * random()), threshold: 300 }), (row) => sigmoid(-row.reach / 75)));
  const edge = await run(["learn", "--samples", at("edge.csv"), "--json"]);
  assert.equal(last(edge).techniques[0].margins.delta_margin.after, 300);
  assert.equal(last(edge).techniques[0].before_held_out.covered, false);
  assert.match(edge.stdout, /all that was sampled meets the target: sample it with smaller margins/);
  write("flat.csv", made(5000, (random) => ({ reach: Math.floor(600 * random()) }), () => 0.1));
  const flat = await run(["learn", "--samples", at("flat.csv"), "--out", at("flat.toml")]);
  assert.equal(flat.status, 1);
  assert.match(flat.stdout, /no margins at or above the sampled ones meet the target/);
  assert.match(flat.stderr, /no margins were learned/);
  assert.equal((await run(["params", "--config", at("flat.toml")])).status, 0);
  write("few.csv", made(300, () => ({}), () => 0.02));
  const few = await run(["learn", "--samples", at("few.csv")]);
  assert.equal(few.status, 1);
  assert.match(few.stdout, /false prunes to fit and \d+ held out are too few/);
});

test("files are read whole or not at all, with the line that is wrong", async () => {
  const good = { ...plain, root: "0123456789abcdef" };
  const cases = [
    [{ technique: "magic" }, /line 3: unknown technique 'magic'/], [{ game: "go" }, /line 3: unknown game 'go'/],
    [{ game: "shogi" }, /line 3: shogi, but the rows before are chess/], [{ depth: -1 }, /line 3: depth: '-1' is no number from 0/],
    [{ depth: "9".repeat(400) }, /line 3: depth/], [{ reach: "1e3" }, /line 3: reach/], [{ reach: "" }, /line 3: reach: ''/],
    [{ reach: "99999999999999999999" }, /line 3: reach/], [{ outcome: "maybe" }, /line 3: outcome: 'maybe'/], [{ weight: "nan" }, /line 3: weight/],
    [{ weight: 0 }, /line 3: weight/], [{ weight: -1 }, /line 3: weight/], [{ root: "xyz" }, /line 3: root: 'xyz' is not 16/],
    [{ phase: 3 }, /line 3: phase/], [{ improving: 2 }, /line 3: improving/], [{ weight: "1,1" }, /line 3: 16 fields, but the header has 15/],
  ];
  for (const [change, message] of cases) {
    write("bad.csv", [good, { ...good, ...change }]);
    const answer = await run(["learn", "--samples", at("bad.csv")]);
    assert.equal(answer.status, 2, JSON.stringify(change));
    assert.match(answer.stderr, message);
    assert.equal(answer.stdout, "");
  }
  const texts = [
    ["", /line 1: no header/], ["{\"game\": \"chess\"}\n", /line 1: JSON, but CSV is wanted/], ["game,root\n", /line 1: no column is called technique/],
    [`${columns.join(",")},game\n`, /line 1: two columns are called game/], [`${",".repeat(100)}\n`, /line 1: more than 64 fields/],
    [`${columns.join(",")}\n`, /no judged prune/], [Buffer.from([0, 255, 254, 10, 0]), /line 1: no column/], ["\n\n", /line 1: no header/],
  ];
  for (const [text, message] of texts) {
    fs.writeFileSync(at("bad.csv"), text);
    const answer = await run(["learn", "--samples", at("bad.csv")]);
    assert.equal(answer.status, 2);
    assert.match(answer.stderr, message);
  }
});

test("bad options are refused", async () => {
  write("one.csv", made(300, () => ({}), () => 0.2));
  const samples = ["--samples", at("one.csv")];
  for (const [args, message] of [
    [[], /no --samples/], [["--samples", at("missing.csv")], /missing/], [["--samples", directory], /directory|regular/i],
    [[...samples, "--target", "0"], /share/], [[...samples, "--target", "x"], /share/], [[...samples, "--held-out", "2"], /share/],
    [[...samples, "--ridge", "-1"], /--ridge: '-1' is no number/], [[...samples, "--set", "delta_margin=99999"], /delta_margin/],
    [[...samples, "--out", directory], /directory/i]]) {
    const answer = await run(["learn", ...args]);
    assert.equal(answer.status, 2, args.join(" "));
    assert.match(answer.stderr, message);
  }
});

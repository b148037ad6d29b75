// SPDX-License-Identifier: GPL-3.0-or-later
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawn } from "node:child_process";
import { program, root, run } from "./tenuki.mjs";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-test-"));
test.after(() => fs.rmSync(directory, { recursive: true }));
const at = (name) => path.join(directory, name);
const openings = path.join(root, "tests/data/positions/chess.txt");

const small = ["--params", "rfp_*", "--iterations", "6", "--pairs", "2", "--nodes", "60", "--hash", "1",
  "--openings", openings];

async function tune(...args) {
  const answer = await run(["tune", ...args]);
  answer.result = answer.status === 0 ? JSON.parse(answer.stdout.trimEnd().split("\n").at(-1)) : null;
  return answer;
}

/** Starts a tuning and kills it after so many acknowledged iterations. */
function killAfter(acks, args) {
  return new Promise((resolve) => {
    const child = spawn(program, ["tune", ...args, "--acks"], { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
    let out = "";
    child.stdout.on("data", (data) => {
      out += data;
      if ((out.match(/^ack \d+$/gm) ?? []).length >= acks)
        child.kill("SIGKILL");
    });
    child.on("close", () => resolve(out.match(/^ack \d+$/gm).map((line) => Number(line.slice(4)))));
  });
}

test("an interrupted tuning equals an uninterrupted one, whatever the concurrency", async () => {
  const whole = await tune(...small, "--json");
  assert.equal(whole.status, 0, whole.stderr);
  const file = at("killed.db");
  const acked = await killAfter(2, [...small, "--resume", file]);
  const checked = await run(["tune", "check", file]);
  assert.equal(checked.status, 0, checked.stderr);
  const have = checked.lines.filter(Boolean).map((line) => Number(/^have (\d+)$/.exec(line)[1]));
  for (const number of acked)
    assert.equal(have.filter((n) => n === number).length, 1);
  const resumed = await tune("--resume", file, "--concurrency", "2", "--json");
  assert.equal(resumed.status, 0, resumed.stderr);
  assert.deepEqual(resumed.result, whole.result);
  const again = await tune("--resume", file, "--json");
  assert.deepEqual(again.result, whole.result);
});

test("the result as settings, TOML, tuner lines and HTML", async () => {
  const html = at("tuning.html");
  const answer = await tune(...small, "--json", "--html", html);
  const rounded = Object.fromEntries(answer.result.parameters.map((p) => [p.name, p.rounded]));
  assert.ok("rfp_margin" in rounded && "rfp_depth" in rounded);
  assert.equal(answer.result.wins + answer.result.draws + answer.result.losses, 24);
  assert.match(answer.stdout, new RegExp(`--set rfp_margin=${rounded.rfp_margin}( |\n)`));
  assert.match(answer.stdout, new RegExp(`\\[chess\\]\n(.*\n)*rfp_margin = ${rounded.rfp_margin}\n`));
  const line = new RegExp(`^rfp_margin, int, ${rounded.rfp_margin}, 0, 500, 5, 0.002$`, "m").exec(answer.stdout);
  assert.ok(line);
  const page = fs.readFileSync(html, "utf8");
  assert.equal(page.match(/<svg/g).length, answer.result.parameters.length);
  const file = at("lines.txt");
  fs.writeFileSync(file, `# OpenBench\n${line[0]}\n`);
  const further = await tune("--spsa-file", file, ...small.slice(2), "--json");
  assert.equal(further.result.parameters.length, 1);
});

test("shogi is tuned too", async () => {
  const answer = await tune("--game", "shogi", "--params", "nmp_*margin", "--iterations", "2", "--pairs", "1",
    "--nodes", "40", "--hash", "1", "--json");
  assert.equal(answer.status, 0, answer.stderr);
  assert.equal(answer.result.iterations, 2);
});

test("a command line that differs from the stored tuning is refused", async () => {
  const file = at("kept.db");
  assert.equal((await tune(...small, "--db", file, "--json")).status, 0);
  for (const [args, message] of [
    [["--db", file, ...small], /has a tuning already/],
    [["--resume", file, "--pairs", "3"], /--pairs differs from the stored tuning, which has pairs=2/],
    [["--resume", file, "--params", "lmr_base"], /--params or --spsa-file differ/],
    [["--resume", file, "--params", "rfp_*", "--set", "nmp=off"], /--set differ/],
    [["--db", file, "--resume", file], /exclude each other/],
  ]) {
    const answer = await run(["tune", ...args]);
    assert.equal(answer.status, 2);
    assert.match(answer.stderr, message);
  }
});

test("bad input is refused and leaves no file behind", async () => {
  const lines = at("bad.txt");
  fs.writeFileSync(lines, "rfp_margin, int, 80, 0, 500, 5, 0.002\nrfp_margni, int, 1, 0, 2, 1, 0.1\n");
  for (const [args, message] of [
    [[], /what is to be tuned/],
    [["--params", "nothing_*", "--nodes", "9"], /fits no number/],
    [["--params", "rfp_*"], /how long may a move take/],
    [["--params", "rfp_*", "--nodes", "9", "--alpha", "x"], /--alpha: 'x' must be a number/],
    [["--params", "rfp_*", "--nodes", "9", "--openings", lines], /bad\.txt/],
    [["--spsa-file", lines, "--nodes", "9"], /bad\.txt, line 2: unknown parameter 'rfp_margni', did you mean 'rfp_margin'/],
    [["--spsa-file", at("missing"), "--nodes", "9"], /missing/],
  ]) {
    const answer = await run(["tune", ...args, "--db", at("none.db")]);
    assert.equal(answer.status, 2, answer.stdout);
    assert.match(answer.stderr, message);
    assert.ok(!fs.existsSync(at("none.db")));
  }
});

test("a file that is no tuning, or a damaged one", async () => {
  const foreign = at("foreign.db");
  fs.writeFileSync(foreign, "not a database at all, but long enough to look at".repeat(40));
  const kept = at("damaged.db");
  assert.equal((await tune(...small, "--db", kept, "--json")).status, 0);
  const bytes = fs.readFileSync(kept);
  bytes.fill(0xa5, 4096, 8192);
  fs.writeFileSync(kept, bytes);
  for (const file of [foreign, kept, at("not there.db")]) {
    const checked = await run(["tune", "check", file]);
    assert.equal(checked.status, 2, file);
    assert.match(checked.stderr, /error: .*\.db/);
  }
  for (const file of [foreign, kept]) {
    const before = fs.readFileSync(file);
    const answer = await run(["tune", "--resume", file]);
    assert.equal(answer.status, 2);
    assert.deepEqual(fs.readFileSync(file), before);
  }
});

// ---- tune eval ----

const labelled = path.join(root, "tests/data/labelled/chess.txt");

test("eval: the loss goes down, and the rows are those of the source", async () => {
  const rows = at("rows.def");
  const answer = await tune("eval", "--data", labelled, "--steps", "30", "--out", rows, "--json");
  assert.equal(answer.status, 0, answer.stderr);
  const result = answer.result;
  assert.ok(result.positions + result.held_out > 280 && result.held_out >= 28);
  assert.ok(result.k > 0.1 && result.k < 3);
  assert.ok(result.loss_after < result.loss_before);
  assert.ok(result.held_out_after <= result.held_out_before);
  assert.ok(result.moved > 0);
  const ids = (text) => [...text.matchAll(/^(PLAIN|TERM|PIECE|SQUARES_MG|SQUARES_EG)\((\w+)/gm)].map((m) => m[0]);
  const source = fs.readFileSync(path.join(root, "src/chess/values.def"), "utf8");
  assert.deepEqual(ids(fs.readFileSync(rows, "utf8")), ids(source));
});

test("eval: bad data is named by file and line", async () => {
  for (const [name, text, message] of [
    ["few.txt", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 [0.5]\n", /few\.txt: 1 positions that can be used are too few/],
    ["label.txt", "\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", /label\.txt, line 2: no result/],
    ["position.txt", "8/8/8/8/8/8/8/8 w - - 0 1 [1.0]\n", /position\.txt, line 1: White has 0 kings/],
  ]) {
    fs.writeFileSync(at(name), text);
    const answer = await run(["tune", "eval", "--data", at(name)]);
    assert.equal(answer.status, 2);
    assert.match(answer.stderr, message);
  }
  assert.equal((await run(["tune", "eval"])).status, 2);
});

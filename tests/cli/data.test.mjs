// SPDX-License-Identifier: GPL-3.0-or-later
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawn, spawnSync } from "node:child_process";
import { program, root, run } from "./tenuki.mjs";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-test-"));
test.after(() => fs.rmSync(directory, { recursive: true }));
const place = (name) => path.join(directory, name);

const QUICK = ["--nodes", "40", "--hash", "1", "--max-plies", "30", "--games-per-file", "4"];
const datagen = (out, ...args) => run(["datagen", "--out", place(out), ...QUICK, ...args]);
const last = (answer) => JSON.parse(answer.lines.at(-2));
async function good(args) {
  const answer = await run(args);
  assert.equal(answer.status, 0, answer.stderr);
  return answer;
}
const contents = (name) => Object.fromEntries(fs.readdirSync(place(name)).sort()
  .map((file) => [file, fs.readFileSync(path.join(place(name), file)).toString("base64")]));

test("datagen: the same files for one thread and for two, in both games", async () => {
  for (const game of ["chess", "shogi"]) {
    const one = await datagen(`${game}-one`, "--game", game, "--games", "10", "--json");
    assert.equal(one.status, 0, one.stderr);
    const two = await datagen(`${game}-two`, "--game", game, "--games", "10", "--threads", "2");
    assert.equal(two.status, 0, two.stderr);
    assert.deepEqual(Object.keys(contents(`${game}-one`)),
      [1, 2, 3].map((n) => `${game}-1-00000${n}.games`));
    assert.deepEqual(contents(`${game}-one`), contents(`${game}-two`));
    const said = last(one);
    const stat = last(await good(["data", "stat", place(`${game}-one`), "--json"])).stats[0];
    assert.equal(stat.game, game);
    assert.equal(stat.games, 10);
    for (const key of ["games", "positions", "trainable", "duplicates", "draws", "first_wins"])
      assert.equal(stat[key], said[key], key);
    assert.equal(stat.scores.reduce((a, b) => a + b), stat.trainable);
    assert.equal(stat.lengths.reduce((a, b) => a + b), stat.games);
    assert.equal(stat.scored, stat.trainable + stat.in_check + stat.noisy + stat.decided);
  }
});

test("datagen: games begin from random endings, each of them legal", async () => {
  const endings = (...args) => spawnSync(process.execPath, [path.join(root, "tools/endings.mjs"), ...args], { encoding: "utf8" });
  const { stdout } = endings("300", "5");
  assert.equal(new Set(stdout.trim().split("\n")).size, 300);
  assert.equal(endings("300", "5").stdout, stdout);
  assert.notEqual(endings("300", "6").stdout, stdout);
  fs.writeFileSync(place("endings.fen"), stdout);
  const { status, stderr } = await datagen("endings", "--games", "6", "--openings", place("endings.fen"));
  assert.equal(status, 0, stderr);
  for (const wrong of [[], ["0"], ["1.5"], ["ten"], ["3", "x"], ["3", "1", "2"]])
    assert.match(endings(...wrong).stderr, /^endings\.mjs: it wants a number of endings/);
});

test("datagen: a run goes on where it was cut off, and only with its own settings", async () => {
  const whole = contents("chess-one");
  const cut = place("cut");
  fs.cpSync(place("chess-one"), cut, { recursive: true });
  fs.rmSync(path.join(cut, "chess-1-000003.games"));
  fs.truncateSync(path.join(cut, "chess-1-000002.games"),
    fs.statSync(path.join(cut, "chess-1-000002.games")).size - 7);
  const torn = await run(["data", "check", cut]);
  assert.equal(torn.status, 1);
  assert.match(torn.stdout, /torn +3 games +chess-1-000002\.games/);
  const other = await datagen("cut", "--games", "10", "--set", "nmp=off");
  assert.equal(other.status, 2);
  assert.match(other.stderr, /made with other settings: there '.*', here 'set\.nmp = off'/);
  const more = await datagen("cut", "--games", "10", "--json");
  assert.equal(more.status, 0, more.stderr);
  assert.equal(last(more).games_before, 7);
  assert.deepEqual(contents("cut"), whole);
  const again = await datagen("cut", "--games", "10", "--json");
  assert.equal(last(again).games_before, 10);
  assert.deepEqual(contents("cut"), whole);
  // Files before the last one must be whole.
  fs.truncateSync(path.join(cut, "chess-1-000001.games"), 200);
  const gap = await datagen("cut", "--games", "12");
  assert.equal(gap.status, 2);
  assert.match(gap.stderr, /000002\.games: the file before it holds too few games/);
});

/** Ends a run that has no end of its own, once it has written something. */
async function breakOff(out, signal) {
  const child = spawn(program, ["datagen", "--out", place(out), ...QUICK, "--seed", "5",
    "--games", "1000000", "--threads", "2"], { cwd: root, stdio: "ignore" });
  const closed = new Promise((resolve) => child.on("close", (status, by) => resolve({ status, by })));
  while (!fs.existsSync(path.join(place(out), "chess-5-000002.games")))
    await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill(signal);
  return closed;
}

test("datagen: interrupted or killed, the games are the first ones of the run", async () => {
  assert.deepEqual(await breakOff("stopped", "SIGINT"), { status: 0, by: null });
  assert.equal((await breakOff("killed", "SIGKILL")).by, "SIGKILL");
  const check = last(await good(["data", "check", place("stopped"), "--json"]));
  assert.equal(check.damaged, 0);
  const games = check.games + 5;
  for (const out of ["stopped", "killed", "straight"]) {
    const answer = await datagen(out, "--seed", "5", "--games", String(games));
    assert.equal(answer.status, 0, answer.stderr);
  }
  const straight = contents("straight"), killed = contents("killed");
  assert.deepEqual(contents("stopped"), straight);
  // The killed run may have got further.
  const common = Object.keys(straight).slice(0, -1);
  for (const file of common)
    assert.equal(killed[file], straight[file], file);
});

test("datagen: openings from a file", async () => {
  const openings = place("openings.epd");
  fs.writeFileSync(openings, "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - id \"a\";\n4k3/p7/8/8/8/8/P7/4K3 b - - 0 1\n");
  const answer = await datagen("openings", "--openings", openings, "--games", "4", "--random-plies", "1");
  assert.equal(answer.status, 0, answer.stderr);
  for (const number of ["1", "2", "3", "4"]) {
    const game = last(await good(["data", "show", path.join(place("openings"), "chess-1-000001.games"),
      "--json", "--game-number", number]));
    assert.match(game.start, /^4k3\/p(ppp4|7)\//);
    assert.equal(game.plies[0].score_cp, undefined);
    assert.notEqual(game.plies[2].score_cp ?? game.plies[2].mate, undefined);
  }
  fs.writeFileSync(openings, "4k3/8/8/8/8/8/QQQQ4/4K3 w - -\n");
  const lost = await datagen("lost", "--openings", openings, "--games", "4");
  assert.equal(lost.status, 2);
  assert.match(lost.stderr, /no start is even enough/);
  fs.writeFileSync(openings, "nonsense\n");
  const bad = await datagen("bad", "--openings", openings, "--games", "4");
  assert.equal(bad.status, 2);
  assert.match(bad.stderr, /openings\.epd, line 1/);
});

test("datagen: what cannot be asked for", async () => {
  for (const [args, reason] of [
    [["datagen", "--games", "1"], /--out is needed/],
    [["datagen", "--out", place("x")], /--games or --seconds/],
    [["datagen", "--out", place("x"), "--games", "1", "--nodes", "9", "--hard-nodes", "8"], /hard-nodes/],
    [["datagen", "--out", "/dev/null", "--games", "1"], /\/dev\/null/],
    [["datagen", "--out", place("no/such"), "--games", "1"], /no\/such: No such file/],
    [["data"], /tenuki data stat/],
    [["data", "nothing"], /unknown command/],
    [["data", "stat"], /a path is missing/],
    [["data", "stat", place("nothing")], /nothing: No such file/],
    [["data", "show", "/dev/null"], /not a regular file/],
    [["data", "show", "Makefile"], /not a file of scored games/],
    [["data", "merge", place("chess-one"), place("chess-two")], /there already/],
    [["data", "import", "--format", "pgn", "--out", place("x")], /--format.* must be tcec or binpack-text/],
  ]) {
    const answer = await run(args);
    assert.equal(answer.status, 2, args.join(" "));
    assert.match(answer.stderr, reason);
  }
});

test("data: every command has help", async () => {
  assert.match((await good(["data", "--help"])).stdout, /tenuki data merge/);
  for (const part of ["stat", "check", "merge", "show", "import"])
    assert.match((await good(["data", part, "--help"])).stdout, new RegExp(`Usage: tenuki data ${part}`));
});

test("data merge: games of several files, each once", async () => {
  const out = place("merged.games");
  const answer = last(await good(["data", "merge", "--json", out, place("chess-one"), place("chess-two")]));
  assert.deepEqual(answer, { files: 6, games: 10, duplicates: 10 });
  const one = last(await good(["data", "stat", "--json", out])).stats[0];
  const before = last(await good(["data", "stat", "--json", place("chess-one")])).stats[0];
  assert.equal(one.trainable, before.trainable);
  const show = await good(["data", "show", out]);
  assert.match(show.stdout, /command = merge\nfiles = 6\nfrom chess-1-000001\.games:\ncommand = datagen\n/);
  const mixed = await run(["data", "merge", place("mixed.games"), place("chess-one"), place("shogi-one")]);
  assert.equal(mixed.status, 2);
  assert.match(mixed.stderr, /a game of shogi among games of chess/);
  assert.ok(!fs.existsSync(place("mixed.games")) && !fs.existsSync(place("mixed.games.part")));
});

test("data check and stat: a damaged file is named", async () => {
  const file = place("damaged.games");
  const bytes = fs.readFileSync(path.join(place("chess-one"), "chess-1-000001.games"));
  bytes[bytes.length >> 1] ^= 16;
  fs.writeFileSync(file, bytes);
  const check = await run(["data", "check", file]);
  assert.equal(check.status, 1);
  assert.match(check.stdout, /damaged +\d games +damaged\.games\n +.*at byte \d+/);
  const stat = await run(["data", "stat", file, "--json"]);
  assert.equal(stat.status, 1);
  assert.ok(last(stat).stats[0].games < 4);
  assert.equal((await run(["data", "merge", place("out.games"), file])).status, 2);
});

test("data show: moves as people write them", async () => {
  const file = path.join(place("shogi-one"), "shogi-1-000001.games");
  const kanji = await good(["data", "show", file, "--game-number", "2"]);
  assert.match(kanji.stdout, /game 2 of shogi-1-000001\.games: .* after \d+ plies\nfrom lnsgkgsnl/);
  assert.match(kanji.stdout, /\n +1 +no score +▲/);
  const letters = await good(["data", "show", file, "--letters"]);
  assert.match(letters.stdout, /\n +1 +no score +[PLNSGBRK]/);
  assert.equal((await run(["data", "show", file, "--game-number", "99"])).status, 2);
});

test("data import: games of others from standard input and files", async () => {
  const lines = "# comment\n1-0;std;-;e4 e5:-20 Nf3:31 Nc6:-15\n1-0;std;-;e4 e4\n";
  const tcec = place("tcec.games");
  const answer = await run(["data", "import", "--format", "tcec", "--out", tcec, "--json"], lines);
  assert.equal(answer.status, 1);
  assert.match(answer.stderr, /line 3: ply 2: /);
  assert.deepEqual(last(answer), { lines: 3, games: 1, positions: 4, refused: 1 });
  const game = last(await good(["data", "show", tcec, "--json"]));
  assert.deepEqual(game.plies.map((ply) => ply.score_cp), [undefined, 20, 31, 15]);
  assert.deepEqual(game.plies.map((ply) => ply.trainable), [false, true, true, true]);
  const text = place("positions.txt");
  fs.writeFileSync(text, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;e2e4;100;1\n"
    + "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1;e8e7;-100;-1\n");
  const pack = place("pack.games");
  await good(["data", "import", "--format", "binpack-text", "--in", text, "--out", pack,
    "--score-percent", "50"]);
  const chain = last(await good(["data", "show", pack, "--json"]));
  assert.equal(chain.result, 1);
  assert.deepEqual(chain.plies.map((ply) => ply.score_cp), [50, -50]);
  const again = await run(["data", "import", "--format", "tcec", "--out", tcec], lines);
  assert.equal(again.status, 2);
  assert.match(again.stderr, /File exists/);
});

test("data: the sample in the repository is whole", async () => {
  const check = last(await good(["data", "check", "nets/sample", "--json"]));
  assert.deepEqual([check.files, check.damaged, check.games], [2, 0, 3300]);
  const { stats } = last(await good(["data", "stat", "nets/sample", "--json"]));
  assert.deepEqual(stats.map((stat) => stat.game), ["chess", "shogi"]);
  assert.ok(stats[0].bytes + stats[1].bytes < 1.5 * 1024 * 1024);
});

test("data chances: a curve through the results of games", async () => {
  const sample = path.join(root, "nets/sample");
  const files = fs.readdirSync(sample).map((name) => path.join(sample, name));
  for (const game of ["chess", "shogi"]) {
    const own = files.filter((name) => path.basename(name).startsWith(game));
    const curve = last(await good(["data", "chances", ...own, "--json"]));
    assert.equal(curve.game, game);
    assert.ok(curve.positions > 5000 && curve.by_pawn > 0.05 && curve.by_pawn < 2, JSON.stringify(curve));
    assert.ok(curve.constant < 0.25, "level games are not won more often than lost");
    assert.match((await good(["data", "chances", ...own])).stdout, /-50 to +49 +\d+( +[\d.]+){6}\n/);
  }
  const mixed = await run(["data", "chances", sample]);
  assert.equal(mixed.status, 2);
  assert.match(mixed.stderr, /two kinds/);
});

test("data sample: positions of games to begin others from, the same for the same seed", async () => {
  const sample = path.join(root, "nets/sample");
  const own = path.join(sample, "chess-1-000001.games");
  const one = await good(["data", "sample", own, "--seed", "5"]);
  const again = await good(["data", "sample", own, "--seed", "5"]);
  const other = await good(["data", "sample", own, "--seed", "6"]);
  const positions = one.lines.filter(Boolean);
  assert.equal(positions.length, 1400);
  assert.ok(new Set(positions).size > 1300, "they differ");
  assert.equal(one.stdout, again.stdout);
  assert.notEqual(one.stdout, other.stdout);
  assert.equal((await good(["data", "sample", own, "--each", "3"])).lines.filter(Boolean).length, 4200);
  fs.writeFileSync(place("positions"), one.stdout);
  const begun = await datagen("from-sample", "--games", "4", "--openings", place("positions"), "--random-plies", "3");
  assert.equal(begun.status, 0, begun.stderr);
  const mixed = await run(["data", "sample", sample]);
  assert.equal(mixed.status, 2);
  assert.match(mixed.stderr, /two kinds/);
});

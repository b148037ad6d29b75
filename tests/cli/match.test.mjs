// SPDX-License-Identifier: GPL-3.0-or-later
import test from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { program, root, run } from "./tenuki.mjs";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-match-"));
test.after(() => fs.rmSync(folder, { recursive: true }));
let files = 0;
const fresh = (ending) => path.join(folder, `${++files}.${ending}`);

const match = (...args) => run(["match", ...args]);
const results = (...args) => run(["results", ...args]);
const object = (answer) => JSON.parse(answer.stdout.trim().split("\n").pop());
/** Two engines of this process that differ in a technique. */
const inside = ["--engine", "name=a", "--engine", "set=nmp:off", "name=b"];
const short = ["--nodes", "150", "--maxmoves", "30"];
const haveStore = !(await match(...inside, ...short, "--games", "1", "--maxmoves", "1")).stderr.includes("without SQLite");
const stored = { skip: !haveStore && "built without SQLite" };

function openings() {
  const file = fresh("epd");
  fs.writeFileSync(file, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\nstartpos moves d2d4 g8f6 c2c4\n");
  return file;
}

test("a match in one process, as a table and as JSON", async () => {
  const answer = await match(...inside, ...short, "--games", "4", "--openings", openings(), "--concurrency", "2", "--json");
  assert.equal(answer.status, 0, answer.stderr);
  assert.match(answer.lines[0], /^a against b: 4 games, \+\d =\d -\d, \d+\.\d %$/);
  assert.match(answer.stdout, /Elo +\S+ \+- \S+ +nElo +\S+ \+- \S+ +LOS/);
  const result = object(answer);
  assert.deepEqual([result.game, result.games, result.total, result.stopped], ["chess", 4, 4, "complete"]);
  assert.equal(result.pairings[0].pairs.reduce((sum, n) => sum + n), 2);
  assert.deepEqual(result.engines.map((engine) => engine.name), ["a", "b"]);
});

test("a clock that counts nodes gives the same games each time", async () => {
  const clock = ["--tc", "0.3+0.01", "--clocknodes", "40", "--games", "2", "--maxmoves", "60"];
  const moves = async (...engines) => {
    const pgn = fresh("pgn");
    const answer = await match(...engines, ...clock, "--openings", openings(), "--pgn", pgn);
    assert.equal(answer.status, 0, answer.stderr);
    const text = fs.readFileSync(pgn, "utf8");
    assert.doesNotMatch(text, /time forfeit/);
    assert.match(text, /\[TimeControl "0\.3\+0\.01 at 40 nodes\/ms"\]/);
    return text.replace(/\[.*\]|\{[^}]*\}/g, "");
  };
  const one = await moves(...inside, "--concurrency", "2");
  assert.equal(await moves(...inside), one);
  // Who shares the clock out otherwise plays otherwise.
  assert.notEqual(await moves("--engine", "name=a set=time_moves:10", ...inside.slice(2)), one);
  const pipe = ["--engine", `name=a cmd=${program}`, "--engine", "name=b"];
  for (const [args, message] of [
    [[...pipe, ...clock], /engine 1: --clocknodes: only nodes of this engine's own settings are counted/],
    [[...inside, ...clock, "--ponder"], /engine 1: --clocknodes: only nodes/],
    [["--engine", "threads=2", ...inside.slice(2), ...clock], /engine 1: --clocknodes: only nodes/],
    [[...inside, "--nodes", "100", "--clocknodes", "40"], /engine 1: --clocknodes: it has no clock that could count nodes/],
    [[...inside, ...clock, "--clocknodes", "0"], /--clocknodes/],
  ]) {
    const answer = await match(...args);
    assert.equal(answer.status, 2);
    assert.match(answer.stderr, message);
  }
});

test("the same games by pipe and in one process", async () => {
  for (const [game, ending, start] of [["chess", "pgn", "startpos moves e2e4 c7c5"], ["shogi", "csa", "startpos moves 7g7f"]]) {
    const file = fresh("sfen");
    fs.writeFileSync(file, start + "\n");
    const common = ["--game", game, "--nodes", "400", "--maxmoves", "40", "--games", "2", "--openings", file];
    const records = [fresh(ending), fresh(ending)];
    const one = await match(...common, ...inside, `--${ending}`, records[0]);
    const two = await match(...common, "--engine", `cmd=${program}`, "name=a", "--engine", `cmd=${program}`, "name=b", "option.nmp=false",
      `--${ending}`, records[1], "--concurrency", "2");
    assert.deepEqual([one.status, two.status], [0, 0], one.stderr + two.stderr);
    const moves = records.map((record) => fs.readFileSync(record, "utf8")
      .replace(/ ?\d+\.\d+s/g, "").replace(/\[EndTime.*\n|\$END_TIME.*\n|^T\d.*\n/gm, "").replace(/\s+/g, " "));
    assert.ok(moves[0].length > 500);
    assert.equal(moves[0], moves[1], game);
  }
});

test("engines with nets, the same by pipe and in one process", async () => {
  for (const [game, ending] of [["chess", "pgn"], ["shogi", "csa"]]) {
    const net = fresh("net"), other = game === "chess" ? "shogi" : "chess";
    assert.equal((await run(["train", "--game", game, "--neurons", "64", "--epochs", "0", "--out", net])).status, 0);
    const common = ["--game", game, "--nodes", "200", "--maxmoves", "20", "--games", "2"];
    const plain = ["--engine", "set=net:off", "name=b"];
    const played = async (...engine) => {
      const record = fresh(ending);
      const answer = await match(...common, "--engine", ...engine, ...plain, "--concurrency", "2", `--${ending}`, record);
      assert.equal(answer.status, 0, answer.stderr);
      return fs.readFileSync(record, "utf8")
        .replace(/ ?\d+\.\d+s/g, "").replace(/\[EndTime.*\n|\$END_TIME.*\n|^T\d.*\n/gm, "").replace(/\s+/g, " ");
    };
    const within = await played(`net=${net}`, "name=a");
    assert.equal(within, await played(`cmd=${program}`, "name=a", `option.EvalFile=${net}`), game);
    assert.notEqual(within, await played("set=net:off", "name=a"), game);
    // Without a name the net is it; the wrong game, a damaged file and none at all are refused.
    const named = await match(...common, "--engine", `net=${net}`, ...plain, "--json");
    assert.equal(object(named).engines[0].name, path.basename(net));
    const damaged = fresh("net");
    fs.writeFileSync(damaged, fs.readFileSync(net).subarray(0, -1));
    for (const [which, where, message] of [[other, net, `a net for ${game}, not for ${other}`], [game, damaged, "bytes long"], [game, "/no/such", "No such file"]]) {
      const refused = await match("--game", which, "--nodes", "1", ...plain, "--engine", `net=${where}`);
      assert.equal(refused.status, 2);
      assert.match(refused.stderr, new RegExp(`engine 2: ${where}: .*${message}`));
    }
  }
});

test("a stored match can be looked at when its net is gone", stored, async () => {
  const net = fresh("net"), db = fresh("db");
  await run(["train", "--neurons", "0", "--epochs", "0", "--out", net]);
  const answer = await match("--engine", `net=${net}`, "--engine", "name=b", ...short, "--games", "1", "--db", db);
  assert.equal(answer.status, 0, answer.stderr);
  fs.rmSync(net);
  assert.equal((await results("check", db)).status, 0);
  assert.match((await match("--resume", db)).stderr, /No such file/);
});

/** Processes that were started with this mark in their environment, children of children too. */
function processesWith(mark) {
  return fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name)).filter((pid) => {
    try {
      return fs.readFileSync(`/proc/${pid}/environ`, "latin1").includes(`TENUKI_TEST_MARK=${mark}\0`);
    } catch {
      return false; // it has ended, or is not ours
    }
  });
}

/** A match of a misbehaving engine against one of this process; leaves no process behind. */
async function meet(mode, proto = "uci", ...more) {
  const mark = process.env.TENUKI_TEST_MARK = `${mode}-${proto}-${process.pid}`;
  const answer = await match("--game", proto === "usi" ? "shogi" : "chess", "--nodes", "50", "--maxmoves", "12", "--games", "2", "--json",
    "--engine", `cmd=${process.execPath} tests/cli/misbehave.mjs ${mode} ${proto}`, "name=bad", "--engine", "name=good", ...more);
  assert.equal(answer.status, 0, answer.stderr);
  assert.deepEqual(processesWith(mark), [], `${mode} leaves a process behind`);
  const result = object(answer);
  const { wins, losses, faults } = result.engines[0];
  assert.equal(result.games, 2);
  assert.ok(Object.values(result.engines[1].faults).every((count) => count === 0), "the good engine is blamed");
  const found = Object.keys(faults).filter((name) => faults[name] > 0).map((name) => `${name} ${faults[name]}`);
  return { answer, wins, losses, faults: found.join(", ") };
}

for (const [mode, faults] of [
  ["illegal", "illegal move 2"], ["garbage", "illegal move 2"], ["nobest", "illegal move 2"],
  ["crash", "disconnect 2"], ["segv", "disconnect 2"], ["closein", "disconnect 2"], ["exithello", "no start 2"],
]) {
  test(`an engine that loses by its own fault: ${mode}`, async () => {
    const { answer, losses, faults: found } = await meet(mode);
    assert.deepEqual([losses, found], [2, faults], answer.stderr);
    assert.match(answer.stderr, /^game 1: bad - good 0-1, White/m);
    assert.match(answer.stderr, /^game 2: good - bad 1-0, Black/m);
    assert.ok(!answer.stderr.includes("\u001b"), "an escape code gets through");
  });
}

for (const mode of ["twice", "flood", "bigline", "stderr", "binary", "badopts", "fork"])
  test(`an engine that is only strange: ${mode}`, async () => {
    const { answer, faults } = await meet(mode);
    assert.equal(faults, "", answer.stderr);
  });

test("engines that do not answer lose the game, and the next one starts", async () => {
  const [noready, nohello, noquit, hang, partial] = await Promise.all([
    meet("noready", "uci", "--ready", "12"), meet("nohello", "uci", "--ready", "2"), meet("noquit"), meet("hang", "uci", "--hang", "1"),
    meet("partial", "uci", "--hang", "1")]);
  assert.equal(noready.faults, "no start 1", noready.answer.stderr);
  assert.match(noready.answer.stderr, /game 2: .*no readyok within 12 s/);
  assert.equal(nohello.faults, "no start 2");
  assert.equal(noquit.faults, "");
  assert.equal(hang.faults, "hang 2");
  assert.equal(partial.faults, "hang 2");
});

test("the words of shogi", async () => {
  const resigned = await meet("resign", "usi");
  assert.deepEqual([resigned.losses, resigned.faults], [2, ""]);
  const declared = await meet("win", "usi");
  assert.equal(declared.faults, "illegal move 2");
  assert.match(declared.answer.stderr, /declares a win that it has not/);
  assert.equal((await meet("twice", "usi")).faults, "");
  assert.equal((await meet("nobest", "usi", "--hang", "10")).faults, "illegal move 2");
});

test("declarations by the rule of the match", async () => {
  const file = fresh("sfen"), database = fresh("db");
  fs.writeFileSync(file, "4K4/PPPPPPPPP/4G4/9/9/9/9/9/4k4 b 2R4S2b3g4n4l9p 1\n");
  const common = ["--game", "shogi", ...inside, "--nodes", "300", "--games", "2", "--openings", file, "--entering-king"];
  const drawn = await match(...common, "24", "--json", ...(haveStore ? ["--db", database] : []));
  assert.deepEqual([object(drawn).engines[0].draws, object(drawn).engines[0].faults["illegal move"]], [2, 0], drawn.stderr);
  if (haveStore)
    assert.equal((await results("check", database)).status, 0);
  assert.equal(object(await match(...common, "none", "--maxmoves", "200", "--json")).engines[0].faults["illegal move"], 0);
});

test("adjudication and limits of one engine", async () => {
  const draw = await match(...inside, "--nodes", "50", "--games", "1", "--draw", "movenumber=2", "movecount=2", "score=30000", "--pgn", fresh("pgn"));
  assert.match(draw.stdout, /a against b: 1 game, \+0 =1 -0/);
  const pgn = fresh("pgn");
  const lost = await meet("losing", "uci", "--resign", "movecount=2", "score=1500", "twosided=false", "--pgn", pgn);
  assert.deepEqual([lost.losses, lost.faults], [2, ""], lost.answer.stderr);
  const text = fs.readFileSync(pgn, "utf8");
  assert.match(text, /\[TimeControl "nodes 50"\]/);
  assert.match(text, /\[Termination "adjudication"\]/);
  assert.match(text, /Black\s+wins\s+by\s+adjudication\}/);
});

test("all against all, and one against all", async () => {
  const three = ["--engine", "name=a", "--engine", "name=b", "nodes=60", "--engine", "name=a", "set=nmp:off"];
  const all = object(await match(...three, ...short, "--games", "2", "--json"));
  assert.deepEqual(all.pairings.map((p) => `${p.first}-${p.second} ${p.games}`), ["a-b 2", "a-a 2 2", "b-a 2 2"]);
  const one = await match(...three, ...short, "--games", "2", "--gauntlet", "--json");
  assert.deepEqual(object(one).pairings.map((p) => `${p.first}-${p.second} ${p.games}`), ["a-b 2", "a-a 2 2"]);
  assert.match(one.lines[0], /^engine +games +W +D +L +score +Elo$/);
});

test("a test that is decided ends the match", async () => {
  const answer = await match("--engine", "name=good", "--engine", `cmd=${process.execPath} tests/cli/misbehave.mjs losing uci`, "--nodes", "50",
    "--openings", openings(), "--resign", "movecount=1", "--sprt", "elo0=0", "elo1=100", "alpha=0.2", "beta=0.2", "model=logistic", "--json");
  assert.equal(answer.status, 0, answer.stderr);
  const result = object(answer);
  assert.equal(result.stopped, "sprt");
  assert.equal(result.sprt.accepted, "H1");
  assert.ok(result.games < 200);
  assert.match(answer.stdout, /LLR .*: H1 accepted/);
});

test("a match goes on after a kill", stored, async () => {
  const db = fresh("db");
  const pgn = fresh("pgn");
  const args = [...inside, ...short, "--games", "30", "--openings", openings(), "--pgn", pgn];
  const child = spawn(program, ["match", "--resume", db, ...args, "--acks"], { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
  let out = "";
  await new Promise((resolve) => {
    child.on("close", resolve);
    child.stdout.on("data", (data) => {
      out += data;
      if (out.includes("ack 5\n")) child.kill("SIGKILL");
    });
  });
  const acked = [...out.matchAll(/^ack (\d+)$/gm)].map((found) => found[1]);
  assert.ok(acked.length >= 5 && acked.length < 30);
  const have = await results("check", db);
  assert.equal(have.status, 0, have.stderr);
  for (const number of acked) assert.ok(have.lines.includes(`have ${number}`), `game ${number} is lost`);
  const rest = await match("--resume", db, "--json"); // with the stored settings
  assert.equal(rest.status, 0, rest.stderr);
  assert.equal(object(rest).games, 30);
  const check = await results("check", db, "--json");
  assert.equal(check.lines.filter((line) => /^have \d+$/.test(line)).length, 30);
  assert.deepEqual(object(check).engines[0].pairs, object(rest).engines[0].pairs);
  const rounds = [...fs.readFileSync(pgn, "utf8").matchAll(/\[Round "(\d+)"\]/g)].map((found) => Number(found[1]));
  assert.deepEqual(rounds, Array.from({ length: 30 }, (_, i) => i + 1));
  const again = await match("--resume", db, ...args);
  assert.match(again.stdout, /30 of 30 games/);
  const copy = fresh("pgn");
  assert.equal((await results(db, "--pgn", copy)).status, 0);
  assert.equal(fs.readFileSync(copy, "utf8"), fs.readFileSync(pgn, "utf8"));
});

test("a stored match is not mistaken for another", stored, async () => {
  const db = fresh("db");
  const book = openings();
  const args = [...inside, ...short, "--games", "2", "--openings", book];
  assert.equal((await match("--db", db, ...args)).status, 0);
  for (const [more, message] of [
    [["--db", db, ...args], /exists already/],
    [["--resume", db, "--nodes", "151"], /--nodes differs .* nodes=150/],
    [["--resume", db, "--engine", "name=a", "--engine", "name=c"], /--engine differs/],
    [["--resume", db, "--ponder"], /--ponder differs/],
    [["--resume", book], /not a database|no match of tenuki/],
  ]) {
    const answer = await match(...more);
    assert.equal(answer.status, 2);
    assert.match(answer.stderr, message);
  }
  fs.appendFileSync(book, "startpos\n");
  assert.match((await match("--resume", db)).stderr, /not the file of openings/);
  assert.equal((await results(fresh("db"))).status, 2);
  const damaged = fresh("db");
  fs.writeFileSync(damaged, fs.readFileSync(db).fill(0x55, 2000, 6000));
  assert.equal((await results("check", damaged)).status, 1);
});

test("one process at a time", stored, async () => {
  const db = fresh("db");
  const child = spawn(program, ["match", "--db", db, ...inside, "--depth", "3", "--games", "100000", "--acks"], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const second = await match("--resume", db);
  assert.equal(second.status, 2);
  assert.match(second.stderr, /another match is using it/);
  assert.equal((await results(db)).status, 0, "reading is allowed");
  let out = "";
  child.stdout.on("data", (data) => { out += data; });
  child.kill("SIGINT");
  const status = await new Promise((resolve) => child.on("close", resolve));
  assert.equal(status, 0);
  assert.match(out, /interrupted; --resume goes on with it/);
  assert.equal((await results("check", db)).status, 0);
});

test("shogi records can be read back", async () => {
  const csa = fresh("csa");
  const kif = fresh("kif");
  assert.equal((await match("--game", "shogi", ...inside, "--nodes", "50", "--maxmoves", "20", "--games", "2", "--csa", csa, "--kif", kif)).status, 0);
  for (const file of [csa, kif]) {
    const answer = await run(["convert", "--to", "position", "--in", file]);
    assert.equal(answer.status, 0, answer.stderr);
    assert.equal(answer.lines.filter((line) => /^position startpos moves( \S+){20}$/.test(line)).length, 2);
  }
});

test("names cannot do harm", async () => {
  const answer = await match("--engine", "name=\u001b[2J<b>\"\u202e", "--engine", "name=b", "--nodes", "10", "--maxmoves", "2", "--games", "1", "--json");
  assert.ok(!answer.stdout.includes("\u001b") && !answer.stdout.includes("\u202e"));
  assert.equal(answer.status, 2, "control characters are refused");
  const good = await match("--engine", "name=<b>\\\"\u202e", "--engine", "name=b", "--nodes", "10", "--maxmoves", "2", "--games", "1", "--json");
  assert.equal(object(good).engines[0].name, "<b>\"?");
});

test("bad input is named before anything starts", async () => {
  const file = fresh("epd");
  fs.writeFileSync(file, "startpos\n8/8/8 w - -\n");
  const db = fresh("db");
  for (const [args, message] of [
    [["--engine", "name=a", "--nodes", "1"], /2 to 64 engines/],
    [inside, /no limit/],
    [[...inside, "--tc", "x"], /time control 'x'/],
    [[...inside, "--nodes", "1", "--openings", file], /line 2/],
    [[...inside, "--nodes", "1", "--openings", "/nonexistent"], /nonexistent/],
    [[...inside, "--nodes", "1", "--order", "x"], /--order/],
    [[...inside, "--nodes", "1", "--sprt", "elo0=5", "elo1=0"], /--sprt/],
    [[...inside, "--nodes", "1", "--resign", "scroe=1"], /did you mean 'score'/],
    [[...inside, "--nodes", "1", "--event", "a\nb"], /--event: line ends/],
    [[...inside, "--nodes", "1", "--csa", "x"], /for shogi/],
    [[...inside, "--nodes", "1", "--pgn", file], /not empty/],
    [[...inside, "--nodes", "1", "--db", db, "--resume", db], /exclude/],
    [[...inside, "--nodes", "1", "stray"], /./],
    [["--engine", "cmd=./no/such", "--engine", "name=b", "--nodes", "1"], /engine 1: cannot run .\/no\/such: No such file/],
    [["--engine", "name=b", "--engine", "cmd=true", "dir=/no/such", "--nodes", "1"], /engine 2: directory \/no\/such: No such file/],
    [["--engine", "cmd=x", "preset=off", "--engine", "name=b", "--nodes", "1"], /engine 1: .*without cmd=/],
  ]) {
    const answer = await match(...args, "--db", db).then((a) => a);
    assert.equal(answer.status, 2, args.join(" "));
    assert.match(answer.stderr, message, args.join(" "));
    assert.ok(!fs.existsSync(db));
  }
  assert.equal((await results()).status, 2);
});

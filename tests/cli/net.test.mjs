// SPDX-License-Identifier: GPL-3.0-or-later
// Networks through the doors a user has: net, train, bench --net, EvalFile, eval.
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { run, talk } from "./tenuki.mjs";
import { start } from "./dialogue.mjs";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-net-"));
test.after(() => fs.rmSync(directory, { recursive: true }));
const file = (name) => path.join(directory, name);

/** A net that has learned nothing yet. */
async function fresh(game, neurons, seed = 1) {
  const name = file(`${game}-${neurons}-${seed}.net`);
  if (!fs.existsSync(name)) {
    const made = await run(["train", "--game", game, "--neurons", `${neurons}`, "--epochs", "0", "--seed", `${seed}`, "--out", name]);
    assert.equal(made.status, 0, made.stderr);
  }
  return name;
}

test("net check and net info", async () => {
  for (const [game, inputs] of [["chess", 768], ["shogi", 2344]]) {
    for (const neurons of [0, 64, 128, 256, 512]) {
      const net = await fresh(game, neurons);
      const check = await run(["net", "check", net]);
      assert.equal(check.status, 0);
      assert.match(check.stdout, new RegExp(`a good net for ${game}, ${neurons} neurons`));
      const info = JSON.parse((await run(["net", "info", net, "--json"])).stdout);
      assert.deepEqual([info.game, info.inputs, info.neurons], [game, inputs, neurons]);
      assert.match(info.note, /not trained/);
    }
  }
  assert.match((await run(["net", "info", await fresh("shogi", 64)])).stdout, /neurons +64 for each side/);
  assert.equal((await run(["net", "info"])).status, 0);
  // Untrained, the linear path is the hand-written tables: e4 for a pawn, the first gold in hand.
  const tables = await run(["net", "info", await fresh("chess", 0), "--tables"]);
  const pawns = tables.lines.slice(tables.lines.indexOf("P") + 1).map((line) => line.trim().split(/[\s|]+/).map(Number));
  assert.equal(pawns[4][4], 82 + 17);
  assert.equal(pawns[4][12], 94 - 7);
  assert.match((await run(["net", "info", await fresh("shogi", 0), "--tables"])).stdout, /G in hand: 580\/580 580\/580/);
});

test("bad files are refused with the reason", async () => {
  const good = fs.readFileSync(await fresh("chess", 64));
  const damaged = (name, change) => {
    const bytes = Buffer.from(good);
    fs.writeFileSync(file(name), change(bytes) ?? bytes);
    return file(name);
  };
  fs.mkdirSync(file("directory"));
  for (const [name, message] of [
    [damaged("flipped", (b) => void (b[50000] ^= 16)), /damaged: the checksum is wrong/],
    [damaged("header", (b) => void (b[100] ^= 1)), /damaged: the checksum is wrong/],
    [damaged("short", (b) => b.subarray(0, b.length - 1)), /bytes long, \d+ expected/],
    [damaged("long", (b) => Buffer.concat([b, b])), /bytes long, \d+ expected/],
    [damaged("magic", (b) => void (b[0] ^= 1)), /not a net of this program/],
    [damaged("version", (b) => void (b[8] = 9)), /version 9, only 1 is understood/],
    [damaged("neurons", (b) => void b.writeUInt32LE(0xffffffff, 20)), /4294967295 neurons/],
    [damaged("buckets", (b) => void b.writeUInt32LE(8, 56)), /8 buckets more than one: at most 7/],
    [damaged("inputs", (b) => void b.writeUInt32LE(0x7fffffff, 16)), /inputs cannot be/],
    [damaged("empty", () => Buffer.alloc(0)), /not a net of this program/],
    [file("directory"), /not a regular file/],
    [file("missing"), /No such file/],
    ["/dev/zero", /not a regular file/],
  ]) {
    const answer = await run(["net", "check", name]);
    assert.equal(answer.status, 1, name);
    assert.match(answer.stderr, message);
    assert.match((await run(["bench", "--net", name])).stderr, message);
  }
});

test("net mean", async () => {
  const [a, b, out] = [await fresh("chess", 64, 1), await fresh("chess", 64, 2), file("mean.net")];
  const numbers = (name) => {
    const bytes = fs.readFileSync(name);
    const row = (at, count) => Array.from({ length: count }, (_, i) => bytes.readInt16LE(at + 2 * i));
    const [weights, output] = [256 + 2 * (2 * 768 + 64), 256 + 2 * (2 * 768 + 64 + 768 * 64)];
    return { weights: row(weights, 768 * 64), output: row(output, 128).map((x) => x / bytes.readUInt16LE(26)) };
  };
  const made = await run(["net", "mean", out, a, b]);
  assert.deepEqual([made.status, made.stdout], [0, `${out}: the mean of 2 nets\n`]);
  const [of_a, of_b, of_mean] = [a, b, out].map(numbers);
  of_mean.weights.forEach((weight, i) => assert.ok(Math.abs(weight - (of_a.weights[i] + of_b.weights[i]) / 2) <= 0.5));
  of_mean.output.forEach((weight, i) => assert.ok(Math.abs(weight - (of_a.output[i] + of_b.output[i]) / 2) < 0.001));
  const checksum = async (name) => JSON.parse((await run(["net", "info", name, "--json"])).stdout).checksum;
  const { note } = JSON.parse((await run(["net", "info", out, "--json"])).stdout);
  assert.equal(note, `the mean of ${await checksum(a)}, ${await checksum(b)}`);
  // A net and itself: the same numbers.
  await run(["net", "mean", file("same.net"), a, a]);
  assert.deepEqual(numbers(file("same.net")), of_a);
  // What does not fit together writes nothing.
  for (const [nets, message] of [
    [[a, await fresh("chess", 128)], /for chess, 128 neurons, 1 buckets; .* is for chess, 64 and 1/],
    [[a, await fresh("shogi", 64)], /for shogi, 64 neurons/],
    [[a, file("missing")], /No such file/],
    [[a], /a file to write and two nets or more/],
  ]) {
    const answer = await run(["net", "mean", file("none.net"), ...nets]);
    assert.equal(answer.status, 2);
    assert.match(answer.stderr, message);
    assert.ok(!fs.existsSync(file("none.net")));
  }
  assert.match((await run(["net", "mean", file("no/such/dir"), a, b])).stderr, /cannot be written/);
  // Nor is a net written over, as when the name of the new one was forgotten.
  const before = fs.readFileSync(a);
  const over = await run(["net", "mean", a, b, out]);
  assert.equal(over.status, 2);
  assert.match(over.stderr, /it is there already/);
  assert.deepEqual(fs.readFileSync(a), before);
  // A note names as many as it has room for.
  await run(["net", "mean", file("many.net"), ...Array(10).fill(a)]);
  assert.match(JSON.parse((await run(["net", "info", file("many.net"), "--json"])).stdout).note, / and 2 more$/);
});

test("bad command lines name what is wrong", async () => {
  for (const [args, message] of [
    [["net"], /say 'net check FILE'/],
    [["net", "eat"], /unknown word 'eat'/],
    [["net", "check"], /the file is missing/],
    [["net", "check", "a", "b"], /unexpected argument 'b'/],
    [["train"], /--out is missing/],
    [["train", "--out", file("x")], /--data is missing/],
    [["train", "--out", file("x"), "--neurons", "100"], /0, 64, 128, 256 or 512, not 100/],
    [["train", "--out", file("x"), "--lr", "much"], /--lr: 'much' must be a number/],
    [["train", "--out", file("x"), "--lambda", "2"], /--lambda: '2' must be a number from 0 to 1/],
    [["train", "--out", file("x"), "--scale", "0"], /--scale: '0' must be a number from 20 to 2000/],
    [["train", "--out", file("x"), "--data", file("nothing")], /nothing/],
    [["train", "--out", file("no/such/x"), "--epochs", "0"], /cannot be written: No such file/],
    [["train", "--out", file("x"), "--resume", file("nothing")], /No such file/],
  ]) {
    const answer = await run(args);
    assert.equal(answer.status, 2, args.join(" "));
    assert.match(answer.stderr, message);
  }
  assert.ok(!fs.existsSync(file("x")));
});

test("EvalFile changes the evaluation, and a refused file keeps the old one", async () => {
  const [chess, other, shogi] = [await fresh("chess", 64), await fresh("chess", 128, 2), await fresh("shogi", 64)];
  fs.writeFileSync(file("bad"), "no net");
  for (const [hello, good, second, wrong] of [["uci", chess, other, shogi], ["usi", shogi, await fresh("shogi", 64, 2), chess]]) {
    const dialogue = await start(hello);
    assert.ok(dialogue.hello.some((line) => /^option name EvalFile type (string|filename) default <empty>$/.test(line)));
    const evaluation = async (...lines) =>
      (await dialogue.ask(...lines, "position startpos", "eval")).filter((line) => /^(evaluation|info string)/.test(line));
    const [before] = await evaluation();
    const [first] = await evaluation(`setoption name EvalFile value ${good}`);
    const [another] = await evaluation(`setoption name EvalFile value ${second}`);
    assert.notEqual(first, another);
    assert.deepEqual(await evaluation(`setoption name EvalFile value ${good}`), [first]);
    for (const [name, message] of [[wrong, /a net for \w+, not for/], [file("bad"), /not a net/], [file("missing"), /No such file/]]) {
      const [error, after] = await evaluation(`setoption name EvalFile value ${name}`);
      assert.match(error, /^info string error: EvalFile: /);
      assert.match(error, message);
      assert.equal(after, first);
    }
    const searched = await dialogue.go("go depth 4");
    assert.match(searched.at(-1), /^bestmove \S+/);
    assert.deepEqual(await evaluation("setoption name net value false"), [(await evaluation())[0]]);
    assert.deepEqual(await evaluation("setoption name net value true"), [first]);
    assert.deepEqual(await evaluation("setoption name EvalFile value <empty>"), [before]);
    await dialogue.quit();
  }
});

test("a net stays with its game", async () => {
  const chess = await fresh("chess", 64), shogi = await fresh("shogi", 64);
  const scores = (answer) => answer.lines.filter((line) => line.startsWith("evaluation"));
  const answer = await talk("uci", `setoption name EvalFile value ${chess}`, "eval", "usi",
    `setoption name EvalFile value ${shogi}`, "eval", "uci", "eval", "usi", "eval");
  const [a, b, c, d] = scores(answer);
  assert.equal(a, c);
  assert.equal(b, d);
  assert.deepEqual(answer.errors, []);
});

test("eval explains a score", async () => {
  const chess = await talk(`setoption name EvalFile value ${await fresh("chess", 64)}`,
    "position fen 4k3/8/8/3q4/8/8/4P3/4K2R w K - 0 1", "eval");
  assert.match(chess.stdout, /material +-3\.00/);
  assert.match(chess.stdout, /linear part +[+-]\d+\.\d\d/);
  assert.match(chess.stdout, /network part +[+-]\d+\.\d\d/);
  assert.match(chess.stdout, / q +\d+\.\d/);
  assert.match(chess.stdout, / R +\d+\.\d/);
  const part = (name) => Number(new RegExp(`${name} +([+-][0-9.]+)`).exec(chess.stdout)[1]);
  const total = Number(/evaluation: (-?\d+) centipawns for White/.exec(chess.stdout)[1]);
  assert.equal(Math.round(100 * (part("linear part") + part("network part"))), total);
  const shogi = await talk("usi", `setoption name EvalFile value ${await fresh("shogi", 64)}`,
    "position sfen 4k4/9/9/9/9/9/9/9/4K4 b R3P2g 1", "eval");
  assert.match(shogi.stdout, /Black in hand: P x3, the last \d\.\d; R \d+\.\d/);
  assert.match(shogi.stdout, /White in hand: g x2, the last \d\.\d/);
  assert.match((await talk("setoption name net value false", "eval")).stdout, /positional .*\nevaluation: 12 centipawns for White.*hand-written/);
});

test("a search with a net is the same every time, with threads too", async () => {
  const net = await fresh("shogi", 128);
  const benches = new Set();
  for (let i = 0; i < 2; i++) benches.add((await run(["bench", "--game", "shogi", "--depth", "4", "--net", net])).lines[0]);
  assert.equal(benches.size, 1);
  assert.ok(!benches.has((await run(["bench", "--game", "shogi", "--depth", "4", "--set", "net=off"])).lines[0]));
  const elsewhere = await run(["bench", "--game", "chess", "--net", net]);
  assert.equal(elsewhere.status, 2);
  assert.match(elsewhere.stderr, /is not for chess/);
  const threads = await talk("usi", `setoption name EvalFile value ${net}`, "setoption name Threads value 3", "go depth 5");
  assert.match(threads.stdout, /\nbestmove \S+/);
});

test("the sample is enough to beat the linear path", async () => {
  for (const game of ["chess", "shogi"]) {
    const answer = await run(["train", "--game", game, "--data", "nets/sample", "--epochs", "2", "--out", file("sample.net"), "--json"]);
    assert.equal(answer.status, 0, answer.stderr);
    const result = JSON.parse(answer.lines.at(-2));
    assert.ok(result.loss < 0.97 * result.linear_loss, `${result.loss}, linear ${result.linear_loss}`);
  }
});

test("train learns from the games of datagen, and goes on where it was", async () => {
  for (const game of ["chess", "shogi"]) {
    const data = file(`data-${game}`), out = file(`${game}.net`);
    const made = await run(["datagen", "--game", game, "--nodes", "40", "--games", "40", "--threads", "1", "--seed", "3", "--out", data]);
    assert.equal(made.status, 0, made.stderr);
    const train = (...more) => run(["train", "--game", game, "--data", data, "--out", out, "--threads", "1", "--json", ...more]);
    const answer = await train("--neurons", "64", "--epochs", "4", "--batch", "64");
    assert.equal(answer.status, 0, answer.stderr);
    assert.match(answer.stdout, /validation loss of the hand-written evaluation +0\.\d+/);
    const result = JSON.parse(answer.lines.at(-2));
    assert.equal(result.games, 40);
    assert.ok(result.loss > 0 && result.linear_loss > 0 && result.hand_loss > 0);
    // Two games are too few to check with; what was learned from is known better after each epoch.
    const trainingLosses = (said) => said.lines.map((line) => /^ +\d+ +(0\.\d+) /.exec(line)?.[1]).filter(Boolean).map(Number);
    const losses = trainingLosses(answer);
    assert.equal(losses.length, 4);
    assert.ok(losses.every((loss, i) => i === 0 || loss < losses[i - 1]), losses.join(" "));
    assert.equal((await run(["net", "check", out])).status, 0);
    const bytes = fs.readFileSync(out);
    await train("--neurons", "64", "--epochs", "4", "--batch", "64");
    assert.ok(bytes.equals(fs.readFileSync(out)), "one thread and one seed give one net");
    // All done: resuming finds nothing left to do.
    const resumed = await train("--resume", `${out}.checkpoint`);
    assert.equal(resumed.status, 0, resumed.stderr);
    assert.equal(JSON.parse(resumed.lines.at(-2)).loss, result.loss);
    // Begun with that net, the first epoch knows what it knew.
    const further = await run(["train", "--game", game, "--data", data, "--out", file("further.net"), "--threads", "1", "--json",
      "--start", out, "--buckets", "8", "--epochs", "1", "--batch", "64", "--lr", "0.0001"]);
    assert.equal(further.status, 0, further.stderr);
    assert.equal(JSON.parse(further.lines.at(-2)).neurons, 64);
    assert.ok(trainingLosses(further)[0] < losses[0], `${trainingLosses(further)}, from chance ${losses}`);
    assert.match((await run(["net", "info", file("further.net")])).stdout, /64 for each side, 8 output buckets\n[^]*, from [0-9a-f]{16}/);
    // With more neurons than it has, they are added to what it knows.
    const grown = await run(["train", "--game", game, "--data", data, "--out", file("grown.net"), "--threads", "1", "--json",
      "--start", out, "--neurons", "128", "--epochs", "1", "--batch", "64", "--lr", "0.0001"]);
    assert.equal(grown.status, 0, grown.stderr);
    assert.equal(JSON.parse(grown.lines.at(-2)).neurons, 128);
    assert.ok(trainingLosses(grown)[0] < losses[0], `${trainingLosses(grown)}, from chance ${losses}`);
    // A training that is broken off and resumed remembers where it began.
    const resumable = ["train", "--game", game, "--data", data, "--out", file("resumed.net"), "--threads", "1", "--json"];
    assert.equal((await run([...resumable, "--start", out, "--epochs", "1", "--batch", "64"])).status, 0);
    const checkpoint = fs.readFileSync(`${file("resumed.net")}.checkpoint`);
    assert.ok(checkpoint.includes(fs.readFileSync(out).subarray(40, 48)), "the checksum of the net");
    const linear = await train("--neurons", "0", "--epochs", "3", "--batch", "64");
    assert.equal(JSON.parse(linear.lines.at(-2)).neurons, 0);
  }
  const chess = path.join(file("data-chess"), fs.readdirSync(file("data-chess")).find((name) => name.endsWith(".games")));
  for (const [data, message] of [[chess, /games of chess, not of shogi/], [file("data-chess"), /no games of shogi in there/]]) {
    const mixed = await run(["train", "--game", "shogi", "--data", data, "--out", file("y")]);
    assert.equal(mixed.status, 2);
    assert.match(mixed.stderr, message);
  }
  for (const [more, message] of [
    [["--start", file("shogi.net")], /shogi\.net: .*shogi/],
    [["--start", chess], /not a net/],
    [["--start", file("further.net"), "--game", "shogi", "--neurons", "0"], /further\.net has 64 neurons, more than 0/],
    [["--start", file("chess.net"), "--buckets", "4"], /without neurons there is nothing to put into them/],
    [["--start", file("further.net"), "--game", "shogi", "--buckets", "4"], /further\.net has 8 buckets, not 4/],
    [["--start", file("chess.net"), "--resume", file("chess.net.checkpoint")], /a checkpoint has its own net/],
  ]) {
    const answer = await run(["train", "--data", file("data-chess"), "--out", file("y"), ...more]);
    assert.equal(answer.status, 2);
    assert.match(answer.stderr, message);
    assert.ok(!fs.existsSync(file("y")));
  }
  const other = await run(["train", "--data", file("data-chess"), "--out", file("y"), "--resume", file("shogi.net.checkpoint")]);
  assert.match(other.stderr, /the checkpoint of another game/);
});

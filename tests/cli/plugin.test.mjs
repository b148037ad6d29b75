// SPDX-License-Identifier: GPL-3.0-or-later
// Plug-ins: what is loaded, from where, and what their answers do.
import test, { before } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Dialogue } from "./dialogue.mjs";
import { root, run } from "./tenuki.mjs";

const plugin = (name) => `build/plugins/${name}.so`;
const margin = plugin("static_margin");
const parrot = plugin("parrot");
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-plugin-"));

before(() => execFileSync("make", ["plugins", "CFLAGS="], { cwd: root, stdio: "ignore" }));

const settings = (list) => list.flatMap((setting) => ["--set", setting]);
const bench = async (game, depth, plug, ...sets) => {
  const answer = await run(["bench", "--game", game, "--depth", String(depth), ...(plug ? ["--plugin", plug] : []), ...settings(sets)]);
  assert.equal(answer.status, 0, answer.stderr);
  return { nodes: answer.lines[0], stderr: answer.stderr };
};
const says = (at, action, value, number = 0) =>
  [`parrot_at=${at}`, `parrot_action=${action}`, `parrot_value=${value}`, `parrot_number=${number}`];
const [NO_OPINION, SEARCH, REDUCE, SKIP, CUT] = [0, 1, 2, 3, 4];
const [NODE, MOVE] = [1, 2];

test("reverse futility as a plug-in is the built-in one", async () => {
  for (const game of ["chess", "shogi"]) {
    const { parameters } = JSON.parse((await run(["params", "--json", "--game", game])).stdout);
    const value = (name) => parameters.find((row) => row.name === name).value;
    const sets = [`static_margin_margin=${value("rfp_margin")}`, `static_margin_improving=${value("rfp_improving")}`];
    const built_in = await bench(game, 7);
    assert.equal((await bench(game, 7, margin, "rfp=off", ...sets)).nodes, built_in.nodes);
    const without = await bench(game, 7, null, "rfp=off");
    assert.notEqual(without.nodes, built_in.nodes);
    assert.equal((await bench(game, 7, margin, "rfp=off", "static_margin=off")).nodes, without.nodes);
    assert.equal((await bench(game, 7, margin, "rfp=off", "plugged=off")).nodes, without.nodes);
  }
});

test("a plug-in without an opinion changes nothing; every other answer something", async () => {
  const plain = (await bench("chess", 6)).nodes;
  assert.equal((await bench("chess", 6, parrot)).nodes, plain);
  assert.equal((await bench("chess", 6, parrot, ...says(3, NO_OPINION, 7))).nodes, plain);
  const seen = new Set([plain]);
  for (const sets of [says(NODE, SEARCH, 0), says(NODE, REDUCE, 1), says(NODE, CUT, 0),
    says(MOVE, SEARCH, 0, 4), says(MOVE, REDUCE, 1, 6), says(MOVE, SKIP, 0, 6)]) {
    const { nodes, stderr } = await bench("chess", 6, parrot, ...sets);
    assert.equal(stderr, "");
    assert.ok(!seen.has(nodes), sets.join(" "));
    seen.add(nodes);
  }
});

test("nonsense switches it off with the reason, and the search goes on", async () => {
  for (const [sets, message] of [
    [says(NODE, SKIP, 0), /at a node makes no sense, action 3 with value 0/],
    [says(NODE, CUT, 31000), /at a node makes no sense, action 4 with value 31000/],
    [says(NODE, CUT, -20001), /action 4 with value -20001/],
    [says(NODE, REDUCE, 0), /action 2 with value 0/],
    [says(NODE, REDUCE, 17), /action 2 with value 17/],
    [says(NODE, 5, 1), /action 5/],
    [says(NODE, -1, 1), /action -1/],
    [says(MOVE, CUT, 0), /at a move makes no sense, action 4/],
    [says(MOVE, REDUCE, -3), /at a move makes no sense, action 2 with value -3/],
  ]) {
    const answer = await run(["analyse", "--depth", "7", "--json", "--plugin", parrot, ...settings(sets)]);
    assert.equal(answer.status, 0);
    assert.match(answer.stderr, /plug-in parrot is off for this search/);
    assert.match(answer.stderr, message);
    assert.equal(answer.stderr.trim().split("\n").length, 1);
    assert.equal(JSON.parse(answer.stdout.trim().split("\n").pop()).depth, 7);
  }
  const threads = await run(["analyse", "--depth", "8", "--threads", "2", "--plugin", parrot, ...settings(says(NODE, 9, 0))]);
  assert.equal(threads.status, 0);
  assert.match(threads.stderr, /plug-in parrot is off/);
});

test("what is no plug-in of ours is refused", async () => {
  for (const [file, message] of [
    ["build/plugins/missing.so", /there is no such file/],
    ["tests", /there is no such file/],
    ["/dev/null", /there is no such file/],
    ["", /there is no such file/],
    ["Makefile", /invalid ELF header/],
    [plugin("old"), /made for version 2 of the plug-in interface, this is 1/],
    [plugin("empty"), /no plug-in, tenuki_plugin is missing/],
  ]) {
    const answer = await run(["bench", "--depth", "1", "--plugin", file]);
    assert.equal(answer.status, 2, file);
    assert.match(answer.stderr, message);
    assert.equal(answer.stdout, "");
  }
});

test("its numbers are parameters like others", async () => {
  const params = async (...args) => run(["params", "--plugin", margin, ...args]);
  const json = JSON.parse((await params("--json", "--set", "Static-Margin Depth=5")).stdout);
  assert.equal(json.plugin.name, "static_margin");
  assert.deepEqual(json.plugin.parameters.map((row) => row.value), [5, 47, 11]);
  assert.match((await params()).stdout, /static_margin 1\.0, from .*\n +static_margin_depth +8 +0 \.\. 20\n/);
  const wrong = await params("--set", "static_margin_depth=21");
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /static_margin_depth: 21 is out of range, 0 to 20/);
  assert.match((await params("--set", "static_margin_depth=21", "--lenient")).stdout, /static_margin_depth +20 /);
  assert.match((await run(["params", "--set", "static_margin_depth=5"])).stderr, /unknown parameter/);
});

test("a configuration file names it, and is written back", async () => {
  const config = path.join(scratch, "plugin.toml");
  fs.writeFileSync(config, `static_margin_margin = 20\nplugin = "${margin}"\n[pruning]\n[shogi]\nstatic_margin = false\n`);
  const read = async (file, ...args) => JSON.parse((await run(["params", "--json", "--config", file, ...args])).stdout);
  const chess = await read(config);
  assert.equal(chess.plugin.parameters[1].value, 20);
  const shogi = await read(config, "--game", "shogi");
  assert.equal(shogi.parameters.find((row) => row.name === "plugged").value, false);
  const copy = path.join(scratch, "copy.toml");
  fs.writeFileSync(copy, (await run(["params", "--toml", "--config", config])).stdout);
  assert.deepEqual((await read(copy)).plugin, chess.plugin);
  for (const [text, message] of [
    ["plugin = 3\n", /:1: plugin: a string is wanted/],
    ["\nplugin = \"Makefile\"\n", /:2: plug-in Makefile: .*invalid ELF/],
    [`plugin = "${margin}"\nstatic_margin_depth = 99\n`, /:2: static_margin_depth: 99 is out of range/],
    [`plugin = "${margin}"\nstatic_margin_depht = 9\n`, /:2: unknown parameter 'static_margin_depht'/],
  ]) {
    fs.writeFileSync(config, text);
    const answer = await run(["params", "--config", config]);
    assert.equal(answer.status, 2);
    assert.match(answer.stderr, message);
  }
});

test("over the protocol only for those who allow it", async () => {
  const talk = (args, ...lines) => run(args, lines.map((line) => line + "\n").join(""));
  const choose = `setoption name Plugin value ${margin}`;
  const refused = await talk([], "uci", choose, "setoption name static_margin_depth value 3");
  assert.doesNotMatch(refused.stdout, /option name Plugin/);
  assert.match(refused.stdout, /error: Plugin: not allowed here: start with --allow-plugins/);
  assert.match(refused.stdout, /error: unknown option 'static_margin_depth'/);

  const allowed = await talk(["--allow-plugins"], choose, "uci", "setoption name static_margin_depth value 3",
    "setoption name Preset value balanced", "usi", "setoption name Plugin value <empty>", "uci");
  assert.equal(allowed.status, 0);
  assert.doesNotMatch(allowed.stdout, /error/);
  const [first, second] = allowed.stdout.split("usiok");
  assert.match(first, /option name Plugin type string default <empty>/);
  assert.match(first, /option name static_margin_depth type spin default 8 min 0 max 20/);
  assert.doesNotMatch(second, /option name static_margin_depth/);

  const dialogue = new Dialogue("--allow-plugins");
  await dialogue.ask(choose, "setoption name Preset value off");
  await dialogue.go("go depth 4");
  assert.match((await dialogue.ask("stats")).join("\n"), /\nstatic_margin +\d+ +\d+ /);
  assert.equal((await dialogue.quit()).status, 0);

  const given = await talk(["--plugin", margin, "--set", "rfp=off"], "setoption name static_margin_depth value 30", "usi");
  assert.match(given.stdout, /error: static_margin_depth: 30 is out of range/);
  assert.match(given.stdout, /option name static_margin_depth type spin/);
  assert.equal((await run(["--plugin", "Makefile"])).status, 2);
  assert.equal((await run(["--alow-plugins"])).status, 2);
});

test("counters and decisions stand under its name", async () => {
  const log = path.join(scratch, "log");
  const answer = await run(["analyse", "--depth", "8", "--stats", "--json", "--plugin", margin, "--log", log, "--log-filter", "plugged"]);
  const { stats } = JSON.parse(answer.stdout.trim().split("\n").pop());
  assert.ok(stats.techniques.static_margin.cuts > 0);
  assert.ok(stats.techniques.static_margin.tries > stats.techniques.static_margin.cuts);
  assert.equal(stats.techniques.plugged, undefined);
  const lines = fs.readFileSync(log, "utf8").trim().split("\n");
  assert.equal(lines.length, stats.techniques.static_margin.cuts);
  assert.ok(lines.every((line) => line.startsWith("static_margin cut depth ")));
});

test("two engines of a match have plug-ins of their own", async () => {
  const answer = await run(["match", "--engine", `name=a plugin=${margin} set=rfp:off set=static_margin_depth:6`,
    "--engine", `name=b plugin=${parrot} set=parrot_at:2`, "--nodes", "300", "--games", "2", "--json"]);
  assert.equal(answer.status, 0, answer.stderr);
  const wrong = await run(["match", "--engine", `plugin=${margin} set=parrot_at:1`, "--engine", "name=b", "--nodes", "300"]);
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /engine 1: unknown parameter 'parrot_at'/);
});

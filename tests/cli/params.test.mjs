// SPDX-License-Identifier: GPL-3.0-or-later
import test from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { root, run } from "./tenuki.mjs";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-params-"));
test.after(() => fs.rmSync(directory, { recursive: true }));

function file(name, text) {
  const full = path.join(directory, name);
  fs.writeFileSync(full, text);
  return full;
}

const params = (...args) => run(["params", ...args]);

/** The parameters as an object by name. */
async function table(...args) {
  const answer = await params("--json", ...args);
  assert.equal(answer.status, 0, answer.stderr);
  const { parameters } = JSON.parse(answer.stdout);
  return Object.fromEntries(parameters.map((row) => [row.name, row]));
}

const values = async (...args) =>
  Object.fromEntries(Object.entries(await table(...args)).map(([name, row]) => [name, row.value]));

const presets = ["default", "conservative", "balanced", "aggressive", "classic-shogi", "classic-chess", "tutorial", "off"];

test("where each value came from, in order of precedence", async () => {
  const config = file("some.toml", "nmp_min_depth = 6\nnmp_reduction = 4\n");
  const good = await table("--game", "shogi", "--set", "nmp_reduction=5", "--set", "NullMoveDepthDivisor=9",
    "--config", config, "--preset", "conservative", "--set", "nmp-reduction = 1");
  const from = ({ value, source, detail }) => [value, source, detail];
  assert.deepEqual(from(good.nmp_reduction), [1, "command line", ""]);
  assert.deepEqual(from(good.nmp_divisor), [9, "command line", ""]);
  assert.deepEqual(from(good.nmp_min_depth), [6, "file", `${config}:1`]);
  assert.deepEqual(from(good.nmp_guard_pieces), [10, "preset", "conservative"]);
  assert.equal(good.rfp_depth.source, "default");
  assert.equal(good.rfp_depth.value, good.rfp_depth.default);
  const people = await params("--preset", "conservative");
  assert.match(people.stdout, /^Null move\n  nmp +on +preset conservative +on, off\n/);
  assert.match(people.stdout, /\n  nmp_min_depth +4 +preset conservative +1 \.\. 20\n/);
});

test("a technique's name switches it", async () => {
  assert.equal((await values("--set", "nmp=off")).nmp, false);
  assert.equal((await values("--set", "UseNullMove=false", "--set", "NMP=on")).nmp, true);
});

test("--toml can be loaded again and gives the same", async () => {
  for (const preset of presets)
    for (const game of ["chess", "shogi"]) {
      const written = await params("--game", game, "--preset", preset, "--set", "lmr_base=77", "--toml");
      const config = file(`${preset}-${game}.toml`, written.stdout);
      const before = await values("--game", game, "--preset", preset, "--set", "lmr_base=77");
      assert.deepEqual(await values("--game", game, "--config", config), before);
    }
});

test("the preset files give what is compiled in", async () => {
  for (const preset of presets)
    for (const game of ["chess", "shogi"])
      assert.deepEqual(await values("--game", game, "--config", `presets/${preset}.toml`),
        await values("--game", game, "--preset", preset), preset);
  assert.deepEqual(fs.readdirSync(path.join(root, "presets")).sort(), presets.map((name) => `${name}.toml`).sort());
});

test("docs/params.md is what the table says (`make docs` writes it)", async () => {
  const answer = await params("--markdown");
  assert.equal(answer.stdout, fs.readFileSync(path.join(root, "docs/params.md"), "utf8"));
});

test("--spsa has a line for each number", async () => {
  const rows = Object.values(await table()).filter((row) => row.kind === "number");
  const answer = await params("--spsa");
  assert.deepEqual(answer.lines.slice(0, -1),
    rows.map(({ name, value, min, max, step }) => `${name}, int, ${value}, ${min}, ${max}, ${step}, 0.002`));
});

test("strict refuses, lenient clamps and warns", async () => {
  const config = file("range.toml", "nmp_min_depth = 99\n[chess]\nfutility_form = \"table\"\nfutility_depth = 9\n");
  const strict = await params("--config", config);
  assert.equal(strict.status, 2);
  assert.equal(strict.stdout, "");
  assert.match(strict.stderr, /range\.toml:1: nmp_min_depth: 99 is out of range, 1 to 20 are allowed/);
  const lenient = await params("--config", config, "--lenient", "--json");
  assert.equal(lenient.status, 0);
  assert.match(lenient.stderr, /warning: .*range\.toml:1: nmp_min_depth: 99 .*20 is used/);
  assert.match(lenient.stderr, /futility_depth 9 is above the table's length/);
  const contradiction = await params("--set", "futility_form=table", "--set", "futility_depth=8");
  assert.equal(contradiction.status, 2);
  assert.match(contradiction.stderr, /futility_depth 8 is above .* \(futility_depth is from: command line\)/);
});

test("all mistakes of a file at once, each with its line", async () => {
  const config = file("wrong.toml", "nmp_min_dept = 3\n\nnmp_strategy = \"quick\"\n[pruning]\nfutility_margin = [1, 2]\n"
    + "adaptive_enabled = 2\n[shogi]\nnmp = 3\n");
  const { status, stderr } = await params("--config", config);
  assert.equal(status, 2);
  for (const line of [/:1: unknown parameter 'nmp_min_dept', did you mean 'nmp_min_depth'\?/, /:3: nmp_strategy: 'quick' is none of/,
    /:5: futility_margin: an array of 8/, /:6: adapt: '2' is neither on nor off/, /:8: nmp: '3' is neither/])
    assert.match(stderr, line);
});

test("bad command lines name what is wrong", async () => {
  for (const [args, message] of [
    [["--set", "nmp"], /--set: 'nmp' is not KEY=VALUE/],
    [["--set", "nmp=maybe"], /nmp: 'maybe' is neither on nor off/],
    [["--set", "=1"], /unknown parameter ''/],
    [["--set", "NullMoveDepthDivisors=3"], /did you mean 'NullMoveDepthDivisor'\?/],
    [["--set", "nmp_min_depth=0"], /0 is out of range, 1 to 20/],
    [["--preset", "agressive"], /unknown preset 'agressive', did you mean 'aggressive'\?/],
    [["--config", "/nonexistent.toml"], /No such file/],
    [["--json", "--toml"], /only one of/],
    [["extra"], /unexpected argument/],
  ]) {
    const answer = await params(...args);
    assert.equal(answer.status, 2, args.join(" "));
    assert.match(answer.stderr, message);
    assert.equal(answer.stdout, "");
  }
  assert.match((await params("--help")).stdout, /classic-shogi +The published shogi design/);
});

test("hostile files are refused with a message", async () => {
  const fifo = path.join(directory, "fifo");
  execFileSync("mkfifo", [fifo]);
  const deep = 200_000;
  const random = Buffer.alloc(100_000);
  for (let i = 0, x = 1; i < random.length; i++) random[i] = (x = (x * 48271) % 2147483647) >> 8;
  const cases = [
    ["too large", "nmp = true\n" + "#".repeat(1 << 20), /too large, at most 1048576 bytes/],
    ["full of keys", Array.from({ length: 60_000 }, (_, i) => `k${i} = 1\n`).join(""), /more errors than can be listed/],
    ["arrays", `a = ${"[".repeat(deep)}${"]".repeat(deep)}\n`, /nested too deep/],
    ["inline tables", "a = " + "{a = ".repeat(deep), /nested too deep/],
    ["dotted keys", `${"a.".repeat(deep)}a = 1\n`, /nested too deep/],
    ["dotted heads", `[${"a.".repeat(deep)}a]\n`, /nested too deep/],
    ["quoted heads", `[${"\"\".".repeat(deep)}a]\n`, /nested too deep/],
    ["arrays of arrays of tables", "[[a]]\n".repeat(100_000), /unknown parameter 'a'/],
    ["random", random, /error: .*random:\d+: /],
    ["zeros", Buffer.alloc(1000), /error: .*zeros:1: /],
    ["UTF-16", Buffer.from("\ufeffnmp = true\n", "utf16le"), /error: /],
    ["open string", `nmp = "${"x".repeat(500_000)}`, /error: /],
    ["long key", `${"x".repeat(500_000)} = 1\n`, /unknown parameter 'xxx/],
    ["duplicate", "nmp = true\nnmp = true\n", /duplicate:2: /],
    ["duplicate table", "[nmp]\n[nmp]\n", /duplicate table:2: /],
    ["escape", "\"\\u001b[2J\" = 1\n", /unknown parameter '\?\[2J'/],
  ];
  for (const [name, text, message] of cases) {
    const answer = await params("--config", file(name, text));
    assert.equal(answer.status, 2, name);
    assert.match(answer.stderr, message, name);
    assert.equal(answer.stdout, "", name);
    assert.ok(answer.stderr.length < 20_000, name);
  }
  for (const place of [directory, fifo, "/dev/zero"])
    assert.match((await params("--config", place)).stderr, /not a regular file/);
  assert.equal((await params("--config", file("empty.toml", ""))).status, 0);
  assert.equal((await params("--config", file("bom.toml", "\ufeffnmp = false\r\n"))).status, 0);
});

test("without toml++ presets work and files are refused", async () => {
  const bare = path.join(root, "build/tenuki-bare");
  const preset = await run(["params", "--preset", "off", "--json"], "", bare);
  assert.deepEqual(JSON.parse(preset.stdout).parameters.map((row) => row.value), Object.values(await values("--preset", "off")));
  const config = await run(["params", "--config", "presets/off.toml"], "", bare);
  assert.equal(config.status, 2);
  assert.match(config.stderr, /this build has no TOML support/);
});

test("the impact of a configuration is measured against the default", async () => {
  const same = (await params("--impact")).stdout;
  const [, nodes, these] = same.match(/nodes to depth 10 +(\d+) +(\d+) +\+0\.0 %\n/);
  assert.equal(these, nodes);
  assert.match(same, /depth in \d+ nodes +(\S+) +\1 +\+0\.00\n/);
  const off = JSON.parse((await params("--impact", "--json", "--set", "nmp=off")).stdout);
  assert.equal(off.default.nodes, Number(nodes));
  assert.notEqual(off.these.nodes, off.default.nodes);
  const both = await params("--impact", "--toml");
  assert.equal(both.status, 2);
  assert.match(both.stderr, /--impact alone or with --json/);
});

// SPDX-License-Identifier: GPL-3.0-or-later
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawnSync } from "node:child_process";
import { root, run } from "./tenuki.mjs";

const page = path.join(root, "docs/tenuki.1");
const find = (name) => spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;

test("docs/tenuki.1 is what the tables say (`make docs` writes it)", async () => {
  const answer = await run(["reference", "man"]);
  assert.equal(answer.status, 0);
  assert.equal(answer.stdout, fs.readFileSync(page, "utf8"));
});

test("the man page is a good one", { skip: !find("man") && "no man here" }, () => {
  const shown = spawnSync("man", ["--warnings", "-l", page],
    { encoding: "utf8", env: { ...process.env, MANWIDTH: "80", LC_ALL: "C.UTF-8", MANROFFOPT: "-c" } });
  assert.equal(shown.status, 0);
  assert.equal(shown.stderr, "");
  const text = shown.stdout.replace(/.\x08/g, "");
  for (const heading of ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "COMMANDS OF THE CONSOLE", "OPTIONS",
    "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES"])
    assert.match(text, new RegExp(`^${heading}$`, "m"));
  assert.match(text, /^ +tenuki data stat$/m);
  assert.match(text, /--game=chess\|shogi\|all/);
  assert.match(text, /NO_COLOR/);
  // A table keeps its lines.
  assert.match(text, /^ +tutorial {2,}Reverse futility/m);
});

test("every command and every option is in it", async () => {
  const text = fs.readFileSync(page, "utf8").replaceAll("\\-", "-");
  const commands = [...(await run(["help"])).stdout.matchAll(/^ {2}tenuki (\w+) {2,}/gm)].map((match) => match[1]);
  assert.ok(commands.length > 20, commands.join(" "));
  for (const command of commands.filter((name) => name !== "version" && name !== "help")) {
    const start = text.indexOf(`.SS "tenuki ${command}"`);
    assert.ok(start > 0, command);
    const section = text.slice(start, text.indexOf("\n.S", start + 1));
    for (const [, option] of (await run([command, "--help"])).stdout.matchAll(/^ {6}(--[a-z0-9-]+)/gm))
      assert.ok(option === "--usage" || section.includes(`\\fB${option}\\fR`), `${command} ${option}`);
  }
});

test("exit statuses are the same in the man page, the help and docs/lab.md", async () => {
  const help = (await run(["help"])).stdout;
  const rows = [...help.matchAll(/^ {2}(\d) {2}(.+)$/gm)].map(([, status, text]) => [status, text]);
  assert.deepEqual(rows.map(([status]) => status), ["0", "1", "2"]);
  const man = fs.readFileSync(page, "utf8"), lab = fs.readFileSync(path.join(root, "docs/lab.md"), "utf8");
  for (const [status, text] of rows) {
    assert.ok(man.includes(`.TP\n.B ${status}\n${text}\n`), text);
    assert.ok(lab.includes(`| ${status} | ${text} |`), text);
  }
});

test("make install brings it along, and the completion", { skip: !find("make") && "no make here" }, () => {
  const to = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-test-"));
  const planned = spawnSync("make", ["-n", "install", `PREFIX=${to}`], { cwd: root, encoding: "utf8" });
  assert.match(planned.stdout, /docs\/tenuki\.1 .*\/share\/man\/man1\/tenuki\.1/);
  assert.match(planned.stdout, /docs\/tenuki\.bash[^]*\/share\/bash-completion\/completions\/tenuki/);
  fs.rmSync(to, { recursive: true });
});

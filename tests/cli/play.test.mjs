// SPDX-License-Identifier: GPL-3.0-or-later
// The newcomer's way: `make play` from the packages to a page that answers. Debian's tools are
// played by scripts, nothing is installed, and what is under test is not built again.
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { spawn, spawnSync } from "node:child_process";
import { program, root, run } from "./tenuki.mjs";
import { Terminal } from "./pty.mjs";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-play-"));
const children = [];
test.after(() => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGKILL");
  fs.rmSync(directory, { recursive: true });
});
const built = !(await run(["web", "--port", "x"])).stderr.includes("built without");
const BOUND = { timeout: 120000 };
const checked = (name, check) => (built ? test : test.skip)(name, BOUND, check);
const ADDRESS = /http:\/\/127\.0\.0\.1:(\d+)\/#token=([0-9a-f]{32})/;
const log = path.join(directory, "log");

/** An environment without a screen in which these programs are shell scripts. */
let environments = 0;
function environment(scripts, more = {}) {
  const bin = path.join(directory, `bin${environments++}`);
  fs.mkdirSync(bin);
  for (const [name, text] of Object.entries(scripts)) fs.writeFileSync(path.join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  fs.rmSync(log, { force: true });
  const without = { DISPLAY: "", WAYLAND_DISPLAY: "", BROWSER: "", MAKEFLAGS: "", MAKELEVEL: "" };
  return { ...process.env, ...without, PATH: `${bin}:${process.env.PATH}`, ...more };
}

const COMPLETE = { "dpkg-query": "echo installed" };
const NOTHING = { "dpkg-query": "exit 1" };
const make = (...more) => ["play", "MAKE=:", `EXE=${path.relative(root, program)}`, ...more];

/** A program that goes on: `until(pattern)` waits for it in all that was said, `end()` ends it. */
function start(command, args, env) {
  const child = spawn(command, args, { cwd: root, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  const all = { text: "" };
  let wake = () => {};
  let over = false;
  const closed = new Promise((resolve) => child.on("close", (status) => ((over = true), wake(), resolve(status))));
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => ((all.text += data), wake()));
  all.until = async (pattern) => {
    while (!pattern.test(all.text)) {
      if (over) throw new Error(`ended before ${pattern}: ${all.text}`);
      await new Promise((resolve) => (wake = resolve));
    }
    return all.text.match(pattern);
  };
  all.end = () => (over || process.kill(-child.pid, "SIGTERM"), closed);
  all.closed = closed;
  return all;
}

/** Somebody else on this port. */
const occupy = (port) =>
  new Promise((resolve) => {
    const other = net.createServer();
    other.on("error", () => resolve(null)); // somebody else indeed
    other.listen(port, "127.0.0.1", () => resolve(other));
  });

checked("make play serves the page, and Ctrl-C ends it well", async (t) => {
  if (spawnSync("sh", ["-c", "command -v script"]).status !== 0) return t.skip("no script(1) here");
  const terminal = new Terminal(make("PORT=0"), { executable: "make", env: environment(COMPLETE) });
  await terminal.until(/no browser opens here/);
  const [, port, token] = terminal.shown.match(ADDRESS);
  assert.match(terminal.shown, /Ctrl-C ends it/);
  assert.match(terminal.shown, /For a GUI, or as a console: \.\//);
  const page = await fetch(`http://127.0.0.1:${port}/`);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<title>Tenuki/);
  const opened = await fetch(`http://127.0.0.1:${port}/api/open`, {
    method: "POST",
    headers: { "X-Tenuki-Token": token, "Content-Type": "application/json" },
    body: JSON.stringify({ session: null, game: "shogi" }),
  });
  assert.equal(opened.status, 200);
  const { status, shown } = await terminal.type("\x03").end();
  assert.equal(status, 0, shown);
  assert.doesNotMatch(shown, /\*\*\*|Interrupt|Error/);
});

checked("a port that was asked for and is taken", async () => {
  const other = await occupy(0);
  const { port } = other.address();
  const play = start("make", make(`PORT=${port}`), environment(COMPLETE));
  assert.equal(await play.closed, 2);
  assert.match(play.text, new RegExp(`error: cannot listen on 127.0.0.1:${port}: Address already in use`));
  assert.match(play.text, /make play PORT=8282/);
  other.close();
});

checked("the usual port is taken: the next one that is free", async () => {
  const other = await occupy(8181);
  const web = start(program, ["web"], environment({}, { PORT: "1" }));
  const [, port] = await web.until(ADDRESS);
  await web.until(new RegExp(`note: cannot listen on 127.0.0.1:8181: Address already in use; taking ${port} instead`));
  assert.ok(port > 8181 && port <= 8200, port);
  assert.equal(await web.end(), 0);
  other?.close();
});

checked("the browser gets the address, and one that does not start is told of", async () => {
  const web = (scripts, more) => start(program, ["web", "--port", "0", "--open"], environment(scripts, more));
  // This browser ends the server, so that nothing is to be waited for.
  const opens = web({ "xdg-open": `echo "$1" >${log}; echo opening >&2; kill $PPID` }, { DISPLAY: ":9" });
  assert.equal(await opens.closed, 0);
  assert.match(opens.text, ADDRESS);
  assert.equal(fs.readFileSync(log, "utf8"), opens.text);

  const fails = web({ "xdg-open": "echo refused; exit 3" }, { BROWSER: "none" });
  await fails.until(/note: no browser opens here/);
  assert.doesNotMatch(fails.text, /refused/);
  assert.equal(await fails.end(), 0);

  const blind = web({ "xdg-open": `touch ${log}` });
  await blind.until(/note: no browser opens here/);
  assert.equal(await blind.end(), 0);
  assert.ok(!fs.existsSync(log));
});

test("missing packages: the exact line for who is not root", BOUND, async () => {
  const play = start("make", make(), environment({ ...NOTHING, id: "echo 1000", "apt-get": `touch ${log}` }));
  assert.equal(await play.closed, 2);
  assert.match(play.text, /^ {4}sudo apt-get install --no-install-recommends gcc g\+\+ make .*libmicrohttpd-dev.*$/m);
  assert.doesNotMatch(play.text, /Starting/);
  assert.ok(!fs.existsSync(log));
});

test("missing packages: root installs them", BOUND, async () => {
  const packages = start("tools/packages", ["play", "page"], environment({ ...NOTHING, id: "echo 0", "apt-get": `echo "$@" >>${log}` }));
  assert.equal(await packages.closed, 0, packages.text);
  const [first, second, ...rest] = fs.readFileSync(log, "utf8").trim().split("\n");
  assert.match(first, /update/);
  assert.match(second, /^install .*--no-install-recommends gcc g\+\+ make .*libjansson-dev/);
  assert.deepEqual(rest, []);
});

test("missing packages that cannot be installed", BOUND, async () => {
  for (const failing of ["update", "install"]) {
    const env = environment({ ...NOTHING, id: "echo 0", "apt-get": `[ "$1" != ${failing} ] || { echo "E: no network" >&2; exit 100; }` });
    const play = start("make", make(), env);
    assert.equal(await play.closed, 2);
    assert.match(play.text, /E: no network/);
    assert.match(play.text, /could not be installed/);
    assert.match(play.text, / {4}apt-get install --no-install-recommends gcc /);
  }
});

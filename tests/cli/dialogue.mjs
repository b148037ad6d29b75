// SPDX-License-Identifier: GPL-3.0-or-later
// A conversation with the program, line by line. Nothing here measures time: what must come is waited
// for, and what must not come is looked for when something later has come.
import { after } from "node:test";
import { spawn } from "node:child_process";
import { program, root } from "./tenuki.mjs";

// A test that fails must not leave its process behind.
const children = [];
after(() => children.forEach((child) => child.kill("SIGKILL")));

export class Dialogue {
  constructor(...args) {
    this.child = spawn(program, args, { cwd: root, stdio: ["pipe", "pipe", "pipe"] });
    children.push(this.child);
    this.lines = []; // all that was said
    this.at = 0; // what has been looked at
    this.stderr = "";
    this.ended = new Promise((resolve) =>
      this.child.on("close", (status, signal) => resolve({ status, signal })));
    let rest = "";
    this.child.stdout.on("data", (data) => {
      const parts = (rest + data).split("\n");
      rest = parts.pop();
      this.lines.push(...parts);
      this.wake?.();
    });
    this.child.stderr.on("data", (data) => (this.stderr += data));
    this.child.stdin.on("error", () => {});
    this.ended.then(() => ((this.over = true), this.wake?.()));
  }

  send(...lines) {
    this.child.stdin.write(lines.map((line) => line + "\n").join(""));
    return this;
  }

  /** Waits for a line and returns all that came up to it, itself last. */
  async until(pattern) {
    const from = this.at;
    for (;;) {
      while (this.at < this.lines.length)
        if (pattern.test(this.lines[this.at++])) return this.lines.slice(from, this.at);
      if (this.over) throw new Error(`ended before ${pattern}:\n${this.lines.join("\n")}\n${this.stderr}`);
      await new Promise((resolve) => (this.wake = resolve));
    }
  }

  /** Sends lines and returns everything said up to the answer to `isready`, without that. */
  async ask(...lines) {
    const said = await this.send(...lines, "isready").until(/^readyok$/);
    return said.slice(0, -1);
  }

  /** A search: its lines, the last of which is the best move. */
  go(...lines) {
    return this.send(...lines).until(/^(bestmove|checkmate)\b/);
  }

  async quit() {
    this.send("quit");
    const end = await this.ended;
    return { ...end, stderr: this.stderr };
  }
}

export async function start(hello, ...options) {
  const dialogue = new Dialogue();
  dialogue.hello = await dialogue.send(hello).until(/^u[cs]iok$/);
  await dialogue.ask(...options.map(([name, value]) => `setoption name ${name} value ${value}`));
  return dialogue;
}

/** The fields of an info line, or null. */
export function info(line) {
  const match = new RegExp(
    "^info depth (\\d+) seldepth (\\d+) multipv (\\d+) score (cp|mate) (-?\\d+)( lowerbound| upperbound)?" +
    "(?: wdl (\\d+) (\\d+) (\\d+))? nodes (\\d+) nps (\\d+) hashfull (\\d+) time (\\d+)(?: pv( .+))?$").exec(line);
  if (!match) return null;
  const [, depth, seldepth, multipv, unit, score, bound, win, draw, loss, nodes] = match;
  return {
    depth: +depth, seldepth: +seldepth, multipv: +multipv, unit, score: +score, bound: bound?.trim(),
    wdl: win && [+win, +draw, +loss], nodes: +nodes, pv: (match[14] ?? "").trim().split(" ").filter(Boolean),
  };
}

export const infos = (lines) => lines.map(info).filter(Boolean);

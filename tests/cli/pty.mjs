// SPDX-License-Identifier: GPL-3.0-or-later
// The program on a terminal, as a person has it; script(1) makes the terminal.
import { after } from "node:test";
import { spawn } from "node:child_process";
import { program, root } from "./tenuki.mjs";

const children = [];
after(() => children.forEach((child) => child.kill("SIGKILL")));

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

export class Terminal {
  /** `redirect` is for the shell: "2>/dev/null". */
  constructor(args, { executable = program, columns = 100, rows = 30, env = {}, redirect = "" } = {}) {
    const command = `stty cols ${columns} rows ${rows}; exec ${[executable, ...args].map(quoted).join(" ")} ${redirect}`;
    const { NO_COLOR, ...clean } = process.env;
    this.child = spawn("script", ["-qfec", command, "/dev/null"],
      { cwd: root, env: { ...clean, TERM: "xterm", LC_ALL: "C.UTF-8", SHELL: "/bin/sh", ...env } });
    children.push(this.child);
    this.shown = "";
    this.child.stdout.on("data", (data) => ((this.shown += data), this.wake?.()));
    this.child.stdin.on("error", () => {});
    this.ended = new Promise((resolve) =>
      this.child.on("close", (status) => ((this.over = true), this.wake?.(), resolve(status))));
  }

  type(keys) {
    this.child.stdin.write(keys);
    return this;
  }

  /** Waits until this stands on the screen. */
  async until(pattern) {
    while (!pattern.test(screen(this.shown).join("\n"))) {
      if (this.over) throw new Error(`ended before ${pattern}:\n${JSON.stringify(this.shown)}`);
      await new Promise((resolve) => (this.wake = resolve));
    }
  }

  /** To the end: all that was shown, and the exit status. */
  async end() {
    const status = await this.ended;
    return { status, shown: this.shown };
  }
}

export const onTerminal = (args, options) => new Terminal(args, options).end();

/** What stands on the screen in the end: a small terminal of our own. */
export function screen(shown) {
  const lines = [[]];
  let row = 0, column = 0;
  const text = shown.replace(/\x1b\[[0-9;]*m/g, "");
  for (const [part, , number, letter] of text.matchAll(/(\x1b\[(\d*)([A-Z@])|\x1b\[\?[0-9]+[hl]|[^])/gu)) {
    const n = Number(number || 1);
    if (letter === "K") lines[row].length = column;
    else if (letter === "J") (lines[row].length = column), (lines.length = row + 1);
    else if (letter === "A") row = Math.max(0, row - n);
    else if (letter === "G") column = n - 1;
    else if (letter === "C") column += n;
    else if (letter === "D") column = Math.max(0, column - n);
    else if (letter === "@") lines[row].splice(column, 0, ...Array(n).fill(" "));
    else if (letter === "P") lines[row].splice(column, n);
    else if (part === "\r") column = 0;
    else if (part === "\b") column = Math.max(0, column - 1);
    else if (part === "\n") (lines[++row] ??= []), (column = 0);
    else if (part >= " ") {
      while (lines[row].length < column) lines[row].push(" ");
      lines[row][column++] = part;
    }
  }
  return lines.map((line) => line.join("").trimEnd());
}

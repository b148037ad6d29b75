// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the program as a user would and collects what it says.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import path from "node:path";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
export const program = path.resolve(root, process.env.TENUKI ?? "build/tenuki-debug");

/** Runs the program to its end. `input` is a string or Buffer for standard input. */
export function run(args, input = "", executable = program) {
  return new Promise((resolve, reject) => {
    const child = spawn(executable, args, { cwd: root });
    const out = [];
    const err = [];
    child.stdout.on("data", (data) => out.push(data));
    child.stderr.on("data", (data) => err.push(data));
    child.on("error", reject);
    child.stdin.on("error", () => {}); // it may end before it has read all
    child.on("close", (status, signal) => {
      const stdout = Buffer.concat(out).toString();
      resolve({ status, signal, stdout, stderr: Buffer.concat(err).toString(), lines: stdout.split("\n") });
    });
    child.stdin.end(input);
  });
}

/** Lines to the console; the answer's lines without the empty last one. */
export async function talk(...lines) {
  const answer = await run([], lines.map((line) => line + "\n").join(""));
  answer.errors = answer.lines.filter((line) => line.startsWith("info string error:"));
  return answer;
}

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

/** The page's server on a free port, or on `port`. It does not keep a test's process alive: a test that
 * fails before it has stopped its server must end as a failure, not wait for ever. */
export async function serve(args = [], port = 0) {
  const child = spawn(program, ["web", "--port", String(port), ...args], { cwd: root });
  process.on("exit", () => child.kill("SIGKILL"));
  let errors = "";
  child.stderr.on("data", (data) => (errors += data));
  const address = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      if (text.includes("\n")) resolve(text.trim());
    });
    child.on("error", reject);
    child.on("close", (status) => reject(new Error(`the server ended with ${status}: ${errors}`)));
  });
  const [, used, token] = address.match(/^http:\/\/127\.0\.0\.1:(\d+)\/#token=([0-9a-f]{32})$/);
  for (const part of [child, child.stdout, child.stderr]) part.unref();
  const stop = (by = "SIGTERM") =>
    new Promise((resolve) => {
      child.ref();
      child.removeAllListeners("close");
      child.on("close", (status, signal) => resolve({ status, signal, errors }));
      child.kill(by);
    });
  return { address, port: Number(used), token, stop };
}

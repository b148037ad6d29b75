// SPDX-License-Identifier: GPL-3.0-or-later
// An engine that misbehaves: misbehave.mjs MODE uci|usi. It plays real moves, which it gets from the
// program under test, and from its second move in a game on (nobest: from its first) does what the mode says.
import { spawn } from "node:child_process";
import fs from "node:fs";
import readline from "node:readline";
import { program } from "./tenuki.mjs";

const [mode, proto] = process.argv.slice(2);
const helper = spawn(program, [], { stdio: ["pipe", "pipe", "ignore"] });
const say = (text) => fs.writeSync(1, text);
const leave = (status) => {
  helper.kill("SIGKILL");
  process.exit(status);
};
let gos = 0;
let games = 0;

if (mode === "noquit") process.on("SIGTERM", () => {});
if (mode === "fork") spawn("sleep", ["600"], { stdio: ["ignore", "inherit", "inherit"] });

/** The answer to a `go`, spoilt. */
function answer(line) {
  const illegal = proto === "uci" ? "bestmove a1a1" : "bestmove 1a1a";
  const words = {
    illegal,
    garbage: "bestmove \u001b[31mxyzzy",
    nobest: "bestmove",
    win: "bestmove win",
    resign: "bestmove resign",
    wrongcase: line.replace("bestmove", "BestMove"),
  };
  if (gos < 2 && mode !== "nobest") return say(line + "\n");
  switch (mode) {
    case "crash": return leave(3);
    case "segv": helper.kill("SIGKILL"); return process.kill(process.pid, "SIGSEGV");
    case "hang": return undefined;
    case "partial": return say(line);
    case "twice": return say(`${line}\n${line}\n`);
    case "flood": say("info depth 1 score cp 0 nodes 1 pv 0000\n".repeat(20000)); return say(line + "\n");
    case "bigline": say("x".repeat(3 << 20) + "\n"); return say(line + "\n");
    case "stderr": fs.writeSync(2, "e".repeat(1 << 20)); return say(line + "\n");
    case "binary":
      fs.writeSync(1, Buffer.from([0, 255, 254, 1, 27, 13, 10, 0, 98, 101, 10]));
      return say(`info score cp\ninfo depth x score mate\ninfo score cp 99999999999999999999\n${line}\n`);
    case "losing": return say(`info depth 1 score cp -2000\n${line}\n`);
    case "closein": say(line + "\n"); fs.closeSync(0); return setInterval(() => {}, 1000);
    default: return say((words[mode] ?? line) + "\n");
  }
}

readline.createInterface({ input: helper.stdout }).on("line", (line) => {
  if (line.startsWith("bestmove")) answer(line);
  else if (line === "uciok" || line === "usiok") {
    if (mode === "nohello") return;
    if (mode === "badopts") say("option\noption name\noption name X type\noption name Q type spin default x min 9 max 1\n");
    say(line + "\n");
    if (mode === "exithello") leave(0);
  } else if (line === "readyok" && !(mode === "noready" && games > 1)) say(line + "\n");
});

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const word = line.split(" ")[0];
  if (word === "quit") return mode === "noquit" ? undefined : leave(0);
  if (word === "ucinewgame" || (proto === "usi" && word === "isready")) {
    games++;
    gos = 0;
  }
  if (word === "go") gos++;
  helper.stdin.write(line + "\n");
}).on("close", () => {
  if (mode !== "noquit" && mode !== "closein") leave(0);
});

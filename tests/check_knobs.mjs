// SPDX-License-Identifier: GPL-3.0-or-later
// check_knobs.mjs PROGRAM [DEPTH]: every row of the parameter table, switched off or pushed to an end
// of its range, changes the bench of some game in some context, or what is played on a clock. A row
// that never does is dead.
import { execFile, execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const [program, depth = "9"] = process.argv.slice(2);

// The plug-in whose row is to be switched off.
execFileSync("make", ["plugins", "CFLAGS="], { stdio: "ignore" });

// Many rows speak only when another one lets them.
const contexts = [
  [],
  ["nmp_strategy=stepped", "nmp_reduction=0", "nmp_first_step=4", "nmp_second_step=6"],
  ["nmp_min_depth=1", "nmp_beta_gate=0", "nmp_static_margin=-500", "nmp_reduction=0", "nmp_eval_margin=0"],
  ["nmp_verify=both", "nmp_verify_depth=3", "nmp_verify_margin=200"],
  ["nmp_verify=on_cutoff", "nmp_verify_depth=3", "nmp_verify_reduction=1"],
  ["nmp_guard_material=-1"],
  ["nmp_guard_material=-1", "nmp_min_depth=1", "nmp_beta_gate=0", "nmp_static_margin=-500"],
  ["nmp_guard_material=-1", "nmp_guard_classes=1", "nmp_class_material=0", "nmp_class_king=0", "nmp_class_zugzwang=0", "nmp_class_late=0"],
  ["threat=on"],
  ["threat=on", "threat_margin=31500"],
  ["threat=on", "nmp_min_depth=1", "nmp_beta_gate=0", "nmp_static_margin=-500"],
  ["futility_form=table", "futility_depth=7"],
  ["lmr_form=classic"],
  ["multicut_form=classic", "multicut_depth=3"],
  ["recapture=on"],
  ["lmr=off", "histprune_margin=500"],
  ["razor_margin=1000", "razor_slope=0"],
  ["phase=on"],
  ["adapt=on", "adapt_sample=4", "adapt_batch=4"],
  ["adapt=on", "adapt_sample=2", "adapt_batch=1", "probcut_depth=3", "adapt_target_probcut=100"],
  ["--plugin=build/plugins/static_margin.so", "rfp=off"],
];

// The bench has no clock. What is about time is asked by two short games whose clocks count nodes.
const CLOCK = ["--tc", "0.6+0.01", "--clocknodes", "60", "--games", "2", "--maxmoves", "40"];
const clocks = [[], ["time_moves_fall=100"], ["time_settled_fall=20"]];
const isAboutTime = (row) => row.name === "time" || row.name.startsWith("time_");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-knobs-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));
let games = 0;

async function play(game, settings) {
  const record = path.join(folder, `${++games}.txt`);
  const engine = (name) => ["--engine", [`name=${name}`, ...settings.map((s) => `set=${s.replace("=", ":")}`)].join(" ")];
  await promisify(execFile)(program, ["match", "--game", game, ...engine("a"), ...engine("b"), ...CLOCK,
    game === "chess" ? "--pgn" : "--csa", record]);
  return fs.readFileSync(record, "utf8").replace(/^(\[|\$|').*$|\{[^}]*\}|^T\d+$/gm, "");
}

const memory = new Map();
async function run(game, settings, timed) {
  try {
    if (timed)
      return await play(game, settings);
    const args = settings.flatMap((s) => (s.startsWith("--") ? [s] : ["--set", s]));
    const { stdout } = await promisify(execFile)(program, ["bench", "--game", game, "--depth", depth, ...args]);
    return stdout.split("\n")[0];
  } catch {
    return "refused"; // contradicts another row: no evidence either way
  }
}

// What was asked before is not asked again.
function bench(game, settings, timed) {
  const key = [game, timed, ...settings].join(" ");
  if (!memory.has(key))
    memory.set(key, run(game, settings, timed));
  return memory.get(key);
}

// The usual settings first, then those that are about the row's own family.
function likelyFirst(row) {
  const family = row.name.split("_")[0];
  const about = (context) => Number(context.some((setting) => setting.startsWith(family)));
  const [usual, ...others] = contexts;
  return [usual, ...others.sort((a, b) => about(b) - about(a))];
}

async function speaks(row) {
  const values = row.kind === "switch" ? ["on", "off"] : row.kind === "choice" ? row.words : [row.min, row.max];
  const timed = isAboutTime(row);
  for (const context of timed ? clocks : likelyFirst(row)) {
    for (const game of ["chess", "shogi"]) {
      const base = await bench(game, context, timed);
      for (const value of values) {
        const found = await bench(game, [...context, `${row.name}=${value}`], timed);
        if (found !== base && found !== "refused")
          return true;
      }
    }
  }
  return false;
}

// Without a net in either game there is nothing to switch off.
const nets = execFileSync(program, ["net", "info", "--json"]).toString();
const rows = JSON.parse(execFileSync(program, ["params", "--json"]).toString()).parameters
  .filter((row) => row.name !== "net" || nets !== "");
let dead = 0;
const waiting = [...rows];
await Promise.all(Array.from({ length: os.availableParallelism?.() ?? os.cpus().length }, async () => {
  for (let row; (row = waiting.shift());) {
    if (!(await speaks(row))) {
      console.log(`dead: ${row.name}`);
      dead++;
    }
  }
}));
console.log(`${rows.length - dead} of ${rows.length} rows change what is searched`);
process.exit(dead ? 1 : 0);

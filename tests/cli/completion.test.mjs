// SPDX-License-Identifier: GPL-3.0-or-later
// What bash offers when Tab is pressed, asked from a real bash.
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { spawnSync } from "node:child_process";
import { root, run } from "./tenuki.mjs";

const script = path.join(root, "docs/tenuki.bash");

/** The words of a line as bash hands them to a completion: cut at spaces, '=' and ':'. */
function split(line) {
  const words = line.match(/[=:]+|[^\s=:]+/g) ?? [];
  if (/\s$/.test(line)) words.push("");
  return words;
}

function complete(line) {
  const words = split(line);
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const bash = spawnSync("bash", ["--norc", "--noprofile", "-c", `
    source ${quoted(script)}
    COMP_LINE=${quoted(line)} COMP_POINT=${line.length}
    COMP_WORDS=(${words.map(quoted).join(" ")}) COMP_CWORD=${words.length - 1}
    _tenuki
    printf '%s\\n' "\${COMPREPLY[@]}"`], { cwd: root, encoding: "utf8" });
  assert.equal(bash.stderr, "", line);
  return bash.stdout.split("\n").filter(Boolean);
}

test("docs/tenuki.bash is what the tables say (`make docs` writes it)", async () => {
  const tables = await run(["reference", "bash"]);
  assert.equal(tables.status, 0);
  assert.equal(tables.stdout + fs.readFileSync(path.join(root, "tools/completion.bash"), "utf8"),
    fs.readFileSync(script, "utf8"));
});

test("bash finds it under the name of the program", () => {
  const bash = spawnSync("bash", ["--norc", "-c", `source ${script}; complete -p tenuki`], { encoding: "utf8" });
  assert.equal(bash.stdout, "complete -F _tenuki tenuki\n");
});

for (const [line, wanted] of [
  ["tenuki pe", ["perft"]],
  ["tenuki data", ["data", "datagen"]],
  ["tenuki help pa", ["params"]],
  ["tenuki data im", ["import"]],
  ["tenuki tune e", ["eval"]],
  ["tenuki bench --g", ["--game="]],
  ["tenuki bench --game ", ["chess", "shogi", "all"]],
  ["tenuki bench --game=s", ["shogi"]],
  ["tenuki show --game=", ["chess", "shogi"]],
  ["tenuki perft --json --game sh", ["shogi"]],
  ["tenuki convert --to=p", ["pgn", "position"]],
  ["tenuki data import --format=t", ["tcec"]],
  ["tenuki analyse --preset classic-", ["classic-chess", "classic-shogi"]],
  ["tenuki analyse --set nmp_verify_d", ["nmp_verify_depth="]],
  ["tenuki analyse --set nmp=", ["on", "off"]],
  ["tenuki analyse --set=nmp=of", ["off"]],
  ["tenuki analyse --set=nmp_verify=on", ["on_cutoff"]],
  ["tenuki audit --technique nmp,raz", ["nmp,razor"]],
  ["tenuki match --engine name=a pre", ["preset="]],
  ["tenuki match --sprt elo0=0 elo", ["elo0=", "elo1="]],
  ["tenuki convert --in tests/data/records/sj", ["tests/data/records/sjis.kif"]],
  ["tenuki convert --in=tests/data/records/sj", ["tests/data/records/sjis.kif"]],
  ["tenuki data check README", ["README.md"]],
  ["tenuki analyse --depth ", []],
  ["tenuki tune eval --st", ["--steps="]],
])
  test(`completes: ${line}`, () => assert.deepEqual(complete(line), wanted));

test("every option of every command is offered", async () => {
  for (const command of ["bench", "match", "data stat", "tree diff", "tune check"]) {
    const help = (await run([...command.split(" "), "--help"])).stdout;
    const options = [...help.matchAll(/^ {6}(--[a-z0-9-]+)/gm)].map((match) => match[1]).filter((name) => name !== "--usage");
    assert.ok(options.length > 0, command);
    assert.deepEqual(complete(`tenuki ${command} --`).map((word) => word.replace("=", "")).sort(),
      [...new Set([...options, "--help"])].sort(), command);
  }
});

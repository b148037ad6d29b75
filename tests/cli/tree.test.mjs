// SPDX-License-Identifier: GPL-3.0-or-later
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawnSync } from "node:child_process";
import { run } from "./tenuki.mjs";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-tree-"));
test.after(() => fs.rmSync(directory, { recursive: true }));

const middle = "r1bq1rk1/pp3ppp/2nbpn2/2pp4/2PP4/P3PN2/1P1NBPPP/R1BQ1RK1 w - - 0 1";
const castle = "lr5nl/3g1kg2/2n1ppsp1/p1pps1p1p/1p5P1/P1PPSPP1P/1PS1P1N2/2GK1G1R1/LN6L b Bb 37";
const games = [["chess", middle], ["shogi", castle]];
const last = (answer) => JSON.parse(answer.stdout.trim().split("\n").pop());

async function tree(...args) {
  const answer = await run(["tree", ...args, "--json"]);
  assert.equal(answer.status, 0, answer.stderr);
  return answer;
}

async function diff(...args) {
  return last(await tree("diff", ...args));
}

const sum = (object) => Object.values(object).reduce((a, b) => a + b, 0);

async function nodes(...args) {
  const file = path.join(directory, "nodes.json");
  await tree(...args, "--max-nodes", "400000", "--out", file);
  return JSON.parse(fs.readFileSync(file, "utf8")).tree;
}

test("where a mate is threatened nothing is reduced or cut any more", async () => {
  const found = await nodes("--game", "shogi", "--position", castle, "--depth", "10", "--set", "threat=on",
    "--set", "threat_margin=32000", "--set", "threat_solver=0");
  const marked = found.filter((node) => node.decisions?.some((one) => one.outcome === "threat"));
  assert.ok(marked.length > 0);
  for (const node of marked) {
    assert.deepEqual(node.decisions.map((one) => one.technique).filter((name) => name !== "threat"), [], node.id);
    assert.equal(node.skipped, undefined, node.id);
  }
});

test("a futile move takes the quiet moves after it along; checks are spared when the row says so", async () => {
  const futile = async (checks) => {
    const found = await nodes("--position", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "--depth", "10", "--set", `futility_checks=${checks}`);
    for (const { id, skipped = [] } of found) assert.equal(new Set(skipped.map((edge) => edge.move)).size, skipped.length, id);
    return found.flatMap((node) => node.skipped ?? []).filter((edge) => edge.technique === "futility");
  };
  const gives_check = (edge) => /[+#]$/.test(edge.name);
  assert.ok((await futile(0)).some(gives_check));
  const spared = await futile(1);
  assert.ok(spared.length > 0);
  assert.deepEqual(spared.filter(gives_check), []);
});

test("a near miss is verified without null moves of either side", async () => {
  const found = await nodes("--position", "r4rk1/pp1b1p1n/8/3Nn3/5NP1/5P2/PP4P1/2R1K2R b K - 2 14", "--depth", "12",
    "--set", "nmp_verify=near_miss");
  const below = (node) => node !== undefined && (node.role === "verify" || below(found[node.parent]));
  assert.ok(found.some((node) => node.role === "verify"));
  assert.deepEqual(found.filter((node) => node.role === "null" && below(node)).map((node) => node.id), []);
});

test("the JSON file: counts add up, every move not searched has a technique and a reason", async () => {
  for (const [game, position] of games) {
    const file = path.join(directory, `${game}.json`);
    const counts = last(await tree("--game", game, "--position", position, "--depth", "7", "--out", file));
    const read = JSON.parse(fs.readFileSync(file, "utf8"));
    const plain = await run(["analyse", "--game", game, "--position", position, "--depth", "7", "--hash", "16", "--json"]);
    assert.equal(read.nodes, JSON.parse(plain.lines.at(-2)).nodes);
    assert.equal(read.bestmove, JSON.parse(plain.lines.at(-2)).bestmove);
    assert.equal(read.recorded + sum(read.left_out), read.nodes);
    assert.equal(read.recorded, read.tree.length);
    assert.deepEqual(read.left_out, counts.left_out);
    assert.equal(read.position, position);
    let skipped = 0, cut = 0;
    read.tree.forEach((node, id) => {
      assert.equal(node.id, id);
      assert.ok(node.parent === null ? node.ply === 0 : node.parent < id);
      assert.match(node.bound, /^(lower|upper|exact)$/);
      for (const edge of node.skipped ?? []) {
        assert.ok(edge.move && edge.technique && edge.why.length > 10, JSON.stringify(edge));
        assert.ok(Number.isInteger(edge.margin));
        skipped++;
      }
      for (const decision of node.decisions ?? []) cut += decision.outcome === "cut";
    });
    assert.ok(skipped > 100 && cut > 100, `${skipped} ${cut}`);
    const null_moves = read.tree.filter((node) => node.role === "null");
    assert.ok(null_moves.length > 0);
    const parent = read.tree[null_moves[0].parent];
    assert.ok(parent.decisions.some((decision) => decision.technique === "nmp" && /^null move: after passing/.test(decision.why)));
  }
});

test("the budget is kept, and what is left out is counted", async () => {
  for (const options of [["--max-nodes", "1"], ["--max-nodes", "200", "--all-iterations"], ["--max-ply", "2"], ["--min-depth", "3"],
    ["--sample", "0.1", "--sample-ply", "1"]]) {
    const file = path.join(directory, "bounded.json");
    const answer = await tree("--position", middle, "--depth", "8", "--out", file, ...options);
    const counts = last(answer);
    const limit = Number(options[1]);
    assert.equal(counts.recorded + sum(counts.left_out), counts.nodes, options.join(" "));
    assert.equal(JSON.parse(fs.readFileSync(file, "utf8")).tree.length, counts.recorded);
    if (options[0] === "--max-nodes") {
      assert.ok(counts.recorded <= limit && counts.left_out.budget > 0);
      assert.match(answer.stdout, /left out, over the budget/);
    } else if (options[0] === "--sample") {
      assert.ok(counts.left_out.sampling > 0);
    } else {
      assert.ok(counts.left_out[options[0] === "--max-ply" ? "beyond_ply" : "below_depth"] > 0);
    }
  }
});

test("the same record each time; compressed, it is the same JSON", async (context) => {
  const names = ["one.json", "two.json", "three.json.zst"].map((name) => path.join(directory, name));
  for (const name of names.slice(0, 2)) await tree("--game", "shogi", "--position", castle, "--depth", "6", "--out", name);
  assert.deepEqual(fs.readFileSync(names[0]), fs.readFileSync(names[1]));
  const packed = await run(["tree", "--game", "shogi", "--position", castle, "--depth", "6", "--out", names[2]]);
  if (/has no zstd/.test(packed.stderr)) return context.skip("built without zstd");
  assert.equal(packed.status, 0, packed.stderr);
  assert.deepEqual([...fs.readFileSync(names[2]).subarray(0, 4)], [0x28, 0xb5, 0x2f, 0xfd]);
  const unpacked = spawnSync("zstd", ["-dc", names[2]], { maxBuffer: 1 << 28 });
  if (unpacked.error) return context.skip("no zstd to unpack with");
  assert.deepEqual(unpacked.stdout, fs.readFileSync(names[0]));
});

test("a graph that is small enough to be drawn", async () => {
  const file = path.join(directory, "tree.dot");
  await tree("--position", middle, "--depth", "9", "--out", file);
  const graph = fs.readFileSync(file, "utf8");
  const nodes = graph.match(/^ {2}n\d+ \[/gm).length, edges = graph.match(/^ {2}n\d+ -> n\d+ \[/gm).length;
  assert.ok(nodes <= 400 && nodes > 20, String(nodes));
  assert.equal(edges, nodes - graph.match(/label="root/g).length);
  assert.match(graph, /^digraph tree \{/);
  assert.equal(graph.split("{").length, graph.split("}").length);
  assert.match(graph, /not searched\\nlmp/);
});

test("diff: equal configurations do not part; else it names the cause", async () => {
  for (const [game, position] of games) {
    const same = await diff("--game", game, "--position", position, "--depth", "6", "--a", "preset=default", "--b", "");
    assert.equal(same.paths, 0);
    assert.equal(same.first, null);
    assert.equal(same.common, same.a.nodes);
    for (const [setting, cause] of [["set=nmp:off", "nmp"], ["set=lmp:off", "lmp"], ["set=lmr:off", "lmr"], ["rfp_margin=400", "rfp"]]) {
      const other = await diff("--game", game, "--position", position, "--depth", "7", "--b", setting);
      assert.ok(other.paths > 0, setting);
      assert.equal(other.parts.length, other.paths);
      assert.equal(other.first.cause, cause, `${game} ${setting}: ${JSON.stringify(other.first)}`);
    }
  }
});

test("diff in words", async () => {
  const answer = await run(["tree", "diff", "--depth", "7", "--a", "set=net:off", "--b", "set=net:off set=nmp:off"]);
  assert.equal(answer.status, 0);
  assert.match(answer.stdout, /\d+ nodes in common, \d+ paths part/);
  assert.match(answer.stdout, /The first in time\n.*: cut, nmp\n +A: null move: after passing, still \d+ above beta at depth \d+\n +B: depth/);
});

test("bad options are refused", async () => {
  for (const [args, message] of [
    [["--out", "tree.txt"], /must end in/], [["--out", path.join(directory, "no", "such.json")], /No such/], [["--depth", "0"], /depth/],
    [["--max-nodes", "0"], /max-nodes/], [["--sample", "x"], /share/], [["--position", "nonsense"], /error/], [["diff", "--b", "nonsense"], /neither/],
    [["diff", "--b", "set=nmp"], /neither/], [["diff", "--a", "preset=x"], /x/], [["diff", "--b", "set=nmp:7"], /nmp/], [["nonsense"], /unexpected/],
    [["--game", "shogi", "--position", "8k/9/8G/9/9/9/9/9/9 b G 1"], /king is missing/]]) {
    const answer = await run(["tree", ...args]);
    assert.equal(answer.status, 2, args.join(" "));
    assert.match(answer.stderr, message);
  }
});

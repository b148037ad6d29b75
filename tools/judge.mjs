#!/usr/bin/env node
// SPDX-License-Identifier: GPL-3.0-or-later
// judge.mjs GAMES --judge COMMAND [--judge-nodes N] [--nodes N] [--each N] [--positions N] [--seed N] [--proto uci|usi] [--cache FILE]
//           NAME=COMMAND NAME=COMMAND...: what the moves of each engine are worth against those of the first one, in the
// eyes of a stronger engine. GAMES has a `position` command a line, as `tenuki convert` writes them. Every engine moves in the same
// positions, with the table empty; the judge searches what it moved to. Games with long searches are slow to tell two settings
// apart: most moves are the same, and of the others a game shows only the sum. Here only moves that differ count.
// NAME@N=COMMAND gives one engine N nodes of its own. Two positions are searched at a time.
import { choose_positions, give_up, open_court, played, read_options, search_all } from "./judged.mjs";

const NUMBERS = { nodes: 250000, "judge-nodes": 150000, each: 12, positions: 1000, seed: 1 };
const WORDS = { judge: "", proto: "uci", cache: "" };

function read_engines({ plain, nodes }) {
    if (plain.length < 2) give_up("it wants a file of games and two engines or more, NAME=COMMAND each");
    return plain.map((spec) => {
        const found = /^([^=@]+)(?:@([1-9]\d{0,9}))?=(.+)$/.exec(spec);
        if (!found) give_up(`'${spec}' is not NAME=COMMAND`);
        return { name: found[1], nodes: Number(found[2] ?? nodes), command: found[3] };
    });
}

const options = read_options(process.argv.slice(2), NUMBERS, WORDS);
const engines = read_engines(options);
const positions = choose_positions(options).slice(0, options.positions);
const court = open_court(options, options["judge-nodes"]);
console.log(`${positions.length} positions, ${options.judge} at ${options["judge-nodes"]} nodes judges`);
console.log("engine                nodes  depth  other moves   gained a move, thousandths of a game");
let first;
for (const { name, nodes, command } of engines) {
    const own = await search_all(command, options.proto, positions, nodes);
    first ??= own;
    const unlike = positions.filter((position) => own.get(position).move !== first.get(position).move);
    await court.hear(unlike.flatMap((position) => [own, first].map((answers) => played(position, answers.get(position).move))));
    // The mean, with a 95 % interval; a position in which both move alike counts as nothing gained.
    const gains = unlike.map((position) => court.worth(position, own.get(position).move) - court.worth(position, first.get(position).move));
    const count = positions.length, mean = gains.reduce((sum, gain) => sum + gain, 0) / count;
    const squares = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) + (count - gains.length) * mean ** 2;
    const depth = [...own.values()].reduce((sum, answer) => sum + answer.depth, 0) / count;
    console.log([name.padEnd(18), String(nodes).padStart(8), depth.toFixed(1).padStart(6), `${((100 * unlike.length) / count).toFixed(1)} %`.padStart(12),
        `   ${mean < 0 ? "-" : "+"}${Math.abs(1000 * mean).toFixed(2)} +- ${((1960 * Math.sqrt(squares)) / count).toFixed(2)}`].join(" "));
}

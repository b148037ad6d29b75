#!/usr/bin/env node
// SPDX-License-Identifier: GPL-3.0-or-later
// judge_tune.mjs GAMES --rows FILE --state FILE --judge COMMAND [--engine COMMAND] [--nodes N] [--judge-nodes N] [--iterations N]
//                [--pool N] [--batch N] [--each N] [--rate N] [--seed N] [--proto uci|usi] [--cache FILE]
// SPSA over rows of the parameter table for searches that are too long to tune by games. Each iteration pushes all rows up or
// down by chance and back, lets both settings move in the same positions and asks a stronger engine whose moves are better;
// the values follow by a share of their push (--rate, in hundredths at the start) for each standard deviation.
// Only positions count in which the engine has changed its mind late (the pool): elsewhere all settings move alike.
// FILE of rows: `name start min max push` a line. The state is kept after each iteration, and a tuning that was stopped goes on.
// Two settings are searched at a time.
import { existsSync, readFileSync } from "node:fs";
import { choose_positions, converse, give_up, keep, kept, open_court, played, random, read_options, search_all, shuffle } from "./judged.mjs";

const NUMBERS = { nodes: 120000, "judge-nodes": 300000, iterations: 1000, pool: 2500, batch: 48, each: 60, rate: 8, seed: 1 };
const WORDS = { judge: "", engine: "./tenuki", rows: "", state: "", proto: "uci", cache: "" };
const LATE = 4; // a mind that changes within so many plies of the end is not made up
const DECIDED = 500; // centipawns: hardly any move matters there
const MOST = 0.25; // of a game: one blunder must not outweigh all else
const MEMORY = 0.98; // of the deviation, from one iteration to the next

function read_rows(file) {
    if (!file || !existsSync(file)) give_up(`--rows: there is no file '${file}'`);
    return readFileSync(file, "utf8").split("\n").map((line) => line.replace(/#.*/, "").trim()).filter(Boolean).map((line) => {
        const [name, ...words] = line.split(/\s+/), [start, min, max, push] = words.map(Number);
        if (words.length !== 4 || !words.every((word) => /^-?\d+(\.\d+)?$/.test(word)) || !(min <= start && start <= max && push > 0))
            give_up(`${file}: '${line}' is not: name start min max push`);
        return { name, start, min, max, push };
    });
}

const is_unsettled = ({ move, depth, score, thoughts }) =>
    Math.abs(score) < DECIDED && thoughts.some((thought) => thought.depth > depth - LATE && thought.move !== move);

async function fill_pool(options) {
    const positions = choose_positions(options), pool = [], AT_ONCE = 500;
    while (pool.length < options.pool && positions.length > 0) {
        const answers = await search_all(options.engine, options.proto, positions.splice(0, AT_ONCE), options.nodes);
        for (const [position, answer] of answers) if (is_unsettled(answer)) pool.push(position);
    }
    if (pool.length < options.batch) give_up(`only ${pool.length} positions in which the engine is of two minds`);
    return pool.sort().slice(0, options.pool);
}

// A tuning goes on only with what it was begun with.
function begun_with(options, rows) {
    const { nodes, batch, iterations, rate, seed, proto } = options;
    return JSON.stringify({ nodes, judge_nodes: options["judge-nodes"], batch, iterations, rate, seed, proto, rows });
}

const options = read_options(process.argv.slice(2), NUMBERS, WORDS);
if (options.plain.length > 0) give_up(`what is '${options.plain[0]}'?`);
if (!options.state) give_up("--state is missing: the file that the tuning is kept in");
const rows = read_rows(options.rows);
const begun = begun_with(options, rows), zeros = rows.map(() => 0);
const state = kept(options.state)
    ?? { begun, done: 0, values: rows.map((row) => row.start), sums: zeros, gains: [], variance: 0, pool: await fill_pool(options) };
if (state.begun !== begun) give_up(`${options.state} was begun with other rows or other options`);
const court = open_court(options, options["judge-nodes"]);
const engines = await Promise.all([1, -1].map(() => converse(options.engine, options.proto)));
console.log(`${state.pool.length} positions, ${rows.length} rows, from iteration ${state.done}`);

const clamp = (value, { min, max }) => Math.min(max, Math.max(min, value));
const move_all = async (engine, positions) => {
    const moves = [];
    for (const position of positions) moves.push((await engine.search(position, options.nodes)).move);
    return moves;
};

// Which way each row is pushed in an iteration; the same for the same seed.
const chances = (iteration) => {
    const below = random(options.seed * 1000003 + iteration);
    below(2);
    return { signs: rows.map(() => (below(2) ? 1 : -1)), below };
};

// What the push up gained over the push down, the other rows being pushed by chance: one figure a row from all iterations.
function report() {
    const half = options.iterations - Math.ceil(options.iterations / 2), count = state.gains.length;
    const unit = 1000 / options.batch, spread = Math.sqrt(state.gains.reduce((sum, gain) => sum + gain ** 2, 0)) / count;
    console.log("row                    start  ->    last    mean   up over down, thousandths of a game a position");
    rows.forEach((row, k) => {
        const effect = state.gains.reduce((sum, gain, i) => sum + gain * chances(i).signs[k], 0) / count;
        console.log([row.name.padEnd(20), String(row.start).padStart(7), "->", state.values[k].toFixed(1).padStart(7),
            (state.done < options.iterations ? "-" : (state.sums[k] / half).toFixed(1)).padStart(7),
            `${effect < 0 ? "-" : "+"}${Math.abs(effect * unit).toFixed(2)} +- ${(1.96 * spread * unit).toFixed(2)}`.padStart(18)].join(" "));
    });
}

for (; state.done < options.iterations; state.done++) {
    const { signs, below } = chances(state.done);
    const fraction = () => below(1 << 20) / (1 << 20);
    [1, -1].forEach((side, i) => engines[i].set(Object.fromEntries(rows.map((row, k) =>
        [row.name, Math.min(row.max, Math.floor(clamp(state.values[k] + side * signs[k] * row.push, row) + fraction()))]))));
    const batch = shuffle([...state.pool], below).slice(0, options.batch);
    const [up, down] = await Promise.all(engines.map((engine) => move_all(engine, batch)));
    const unlike = batch.map((position, i) => [position, up[i], down[i]]).filter(([, a, b]) => a !== b);
    await court.hear(unlike.flatMap(([position, a, b]) => [played(position, a), played(position, b)]));
    const gains = unlike.map(([position, a, b]) => clamp(court.worth(position, a) - court.worth(position, b), { min: -MOST, max: MOST }));
    const gain = gains.reduce((sum, one) => sum + one, 0);
    state.gains.push(gain);
    state.variance = state.variance * MEMORY + gain ** 2 * (1 - MEMORY);
    const deviation = Math.sqrt(state.variance / (1 - MEMORY ** (state.done + 1)));
    const rate = ((options.rate / 100) * gain) / Math.max(deviation, 1e-9) / (1 + (2 * state.done) / options.iterations);
    rows.forEach((row, k) => {
        state.values[k] = clamp(state.values[k] + rate * signs[k] * row.push, row);
        if (2 * state.done >= options.iterations) state.sums[k] += state.values[k];
    });
    keep(options.state, { ...state, done: state.done + 1 });
    if ((state.done + 1) % 20 === 0) console.log(`${state.done + 1}: ${unlike.length} of ${batch.length} unlike, gain ${gain.toFixed(3)}, deviation ${deviation.toFixed(3)}`);
}
for (const engine of engines) engine.leave();
report();

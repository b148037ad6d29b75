// SPDX-License-Identifier: GPL-3.0-or-later
// judged.mjs: what judge.mjs and judge_tune.mjs share: positions out of games, conversations with engines, and what a
// stronger engine says of the moves that they choose.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline";

const BEFORE_END = 6; // the last moves of a game are of a game decided
const CHANCE_UNIT = 200; // centipawns, for the logistic curve from the judge's score to its expected result
const MATE = 30000;
const SEARCHES = 2;

export function give_up(message) {
    console.error(`${basename(process.argv[1])}: ${message}`);
    process.exit(2);
}

// --NAME VALUE for the names of `numbers` (whole, from 1) and `words`; everything else is in `plain`.
export function read_options(list, numbers, words) {
    const options = { ...numbers, ...words, plain: [] };
    for (let i = 0; i < list.length; i++) {
        const name = list[i].replace(/^--/, "");
        if (!list[i].startsWith("--")) {
            options.plain.push(list[i]);
            continue;
        }
        if (!(name in numbers) && !(name in words)) give_up(`there is no option --${name}`);
        const value = list[++i];
        if (value === undefined) give_up(`--${name} wants a value`);
        if (name in numbers && !/^[1-9]\d{0,9}$/.test(value)) give_up(`--${name} is a whole number from 1, not '${value}'`);
        options[name] = name in numbers ? Number(value) : value;
    }
    if (!["uci", "usi"].includes(options.proto)) give_up(`--proto is uci or usi, not '${options.proto}'`);
    if (!options.judge) give_up("--judge is missing: the command of a strong engine");
    options.games = options.plain.shift();
    if (!options.games) give_up("a file of games is missing");
    if (!existsSync(options.games)) give_up(`${options.games}: no such file`);
    return options;
}

// What is kept from one run to the next: written beside it first, so that a kill leaves the old file or the new one.
export function keep(file, value) {
    writeFileSync(`${file}.new`, JSON.stringify(value));
    renameSync(`${file}.new`, file);
}

export function kept(file) {
    if (!file || !existsSync(file)) return undefined;
    try {
        return JSON.parse(readFileSync(file, "utf8"));
    } catch (error) {
        return give_up(`${file}: ${error.message}`);
    }
}

// Numbers in [0, n), the same for the same seed: a linear congruence on 64 bits, of which the high half is used.
export function random(seed) {
    let x = BigInt(seed);
    return (n) => {
        x = (x * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
        return Number((x >> 32n) % BigInt(n));
    };
}

export function shuffle(list, below) {
    for (let i = list.length - 1; i > 0; i--) {
        const k = below(i + 1);
        [list[i], list[k]] = [list[k], list[i]];
    }
    return list;
}

// At most `each` positions of every game, in random order.
export function choose_positions({ games, each, seed }) {
    const below = random(seed), found = [];
    for (const line of readFileSync(games, "utf8").split("\n").filter((one) => one.startsWith("position "))) {
        const [start, moves = ""] = line.trim().split(" moves ");
        const list = moves.split(" ").filter(Boolean);
        for (let i = 0; i < each && list.length > BEFORE_END; i++) {
            const ply = below(list.length - BEFORE_END);
            found.push(ply ? `${start} moves ${list.slice(0, ply).join(" ")}` : start);
        }
    }
    if (found.length === 0) give_up(`${games}: no game of more than ${BEFORE_END} moves`);
    return shuffle([...new Set(found)], below);
}

export const played = (position, move) => position + (position.includes(" moves ") ? " " : " moves ") + move;
export const chance = (score) => 1 / (1 + Math.exp(-score / CHANCE_UNIT));

const INFO = /^info depth (\d+).* score (cp|mate) ([+-]?\d*).* pv (\S+)/;

function read_answer(heard) {
    const lines = heard.map((line) => INFO.exec(line)).filter(Boolean);
    const last = lines.at(-1);
    const against = last?.[3].startsWith("-") || last?.[3] === "0"; // mated, or about to be
    return {
        move: heard.at(-1).split(/\s+/)[1],
        depth: Number(last?.[1] ?? 0),
        score: !last ? 0 : last[2] === "cp" ? Number(last[3]) : against ? -MATE : MATE,
        thoughts: lines.map((line) => ({ depth: Number(line[1]), move: line[4] })),
    };
}

// A conversation with one engine, a question at a time.
export async function converse(command, proto) {
    const [program, ...args] = command.split(" ").filter(Boolean);
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
    child.on("error", (error) => give_up(`${program}: ${error.message}`));
    child.stdin.on("error", () => {});
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const until = async (word, heard = []) => {
        for (;;) {
            const { value, done } = await lines.next();
            if (done) give_up(`${command}: it ended before it said ${word}`);
            heard.push(value);
            if (value.startsWith("info string error")) give_up(`${command}: ${value}`);
            if (value.startsWith(word)) return heard;
        }
    };
    const say = (line) => child.stdin.write(`${line}\n`);
    const [new_game, hash] = proto === "usi" ? ["usinewgame", "USI_Hash"] : ["ucinewgame", "Hash"];
    say(proto);
    await until(`${proto}ok`);
    say(`setoption name ${hash} value 32`);
    return {
        set(options) {
            for (const [name, value] of Object.entries(options)) say(`setoption name ${name} value ${value}`);
        },
        async search(position, nodes) {
            for (const line of [new_game, "isready"]) say(line);
            await until("readyok");
            say(position);
            say(`go nodes ${nodes}`);
            return read_answer(await until("bestmove"));
        },
        leave: () => say("quit"),
    };
}

// Searches of many positions with the table empty for each, two at a time.
export async function search_all(command, proto, positions, nodes) {
    const answers = new Map(), waiting = [...positions];
    const one = async () => {
        const engine = await converse(command, proto);
        for (let position; (position = waiting.pop()) !== undefined;) answers.set(position, await engine.search(position, nodes));
        engine.leave();
    };
    await Promise.all(Array.from({ length: SEARCHES }, one));
    return answers;
}

// What the judge says of positions, remembered in a file if there is a name for one.
export function open_court({ judge, proto, cache }, nodes) {
    const verdicts = kept(cache) ?? {};
    return {
        async hear(positions) {
            const unjudged = [...new Set(positions)].filter((position) => !(position in verdicts));
            if (unjudged.length === 0) return;
            for (const [position, { score }] of await search_all(judge, proto, unjudged, nodes)) verdicts[position] = score;
            if (cache) keep(cache, verdicts);
        },
        // The chance of who has played this move.
        worth: (position, move) => chance(-verdicts[played(position, move)]),
    };
}

#!/usr/bin/env node
// SPDX-License-Identifier: GPL-3.0-or-later
// campaign.mjs FOLDER [--game G] [--only WORD] [--games N] [--limit "--nodes 6000"] [--table]: what every switch, preset
// and way to set margins is worth: a match of the default against the default with that changed; what the first
// techniques are worth on a plain search; and the choices of the null move against each other, --round-games N for each
// two. Each match is a file in FOLDER and goes on where it was stopped. FOLDER/openings-GAME names the openings (a link will do);
// FOLDER/ablate-GAME.json and FOLDER/audit-GAME.json, when they are there, add nodes and false prunes.
// --table plays nothing and writes the tables of docs/strength.md. $TENUKI is the program (./tenuki).
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const program = process.env.TENUKI ?? "./tenuki";
const [folder, ...rest] = process.argv.slice(2);
if (!folder || folder.startsWith("-")) {
    console.error("campaign.mjs: the folder of the matches is missing");
    process.exit(2);
}
const option = (name, otherwise) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : otherwise);
const games = option("--game") ? [option("--game")] : ["chess", "shogi"];
const limit = option("--limit", "--nodes 6000").split(" ");
const place = (name) => path.join(folder, name);
const json = (args) => JSON.parse(execFileSync(program, args).toString().trim().split("\n").at(-1));

// What is no technique of the search, or nothing to leave out.
const NOT_PLAYED = new Set(["plugged", "time", "net", "tt", "aspiration", "promote", "phase", "adapt"]);

// Tables that share a switch are left out one by one, by their weight.
const WEIGHTS = ["corrhist_weight", "corrhist_pieces"];

const allPhases = (percent) => ["phase:on", ...["opening", "middle", "endgame"].map((phase) => `phase_${phase}:${percent}`)];

// Ways to set the margins: all of them smaller or larger, by phase, adaptive, learned.
const MARGINS = {
    "75 %": allPhases(75),
    "133 %": allPhases(133),
    phase: ["phase:on"],
    adapt: ["adapt:on"],
    "adapt 80 to 130 %": ["adapt:on", "adapt_low:80", "adapt_high:130"],
};

// The first techniques on a search that has none, and on one that reduces late moves and does no more, as gains are
// published: each step against the search before it.
const PLAIN = ["preset=off", ...["qsee", "delta", "checkext", "mdp"].map((name) => `set=${name}:on`)];
const STEPS = Object.fromEntries([["plain", PLAIN], ["plain with lmr", [...PLAIN, "set=lmr:on"]]].flatMap(([name, base]) => [
    [`rfp on ${name}`, { base, added: ["set=rfp:on"] }],
    [`nmp on ${name}`, { base, added: ["set=nmp:on"] }],
    [`nmp on ${name} and rfp`, { base: [...base, "set=rfp:on"], added: ["set=nmp:on"] }],
    [`nmp and rfp on ${name}`, { base, added: ["set=nmp:on", "set=rfp:on"] }],
]));

function variants(game) {
    const rows = json(["params", "--json", "--game", game]).parameters;
    const switches = rows
        .filter((row) => row.kind === "switch" && !NOT_PLAYED.has(row.name))
        .map((row) => ({
            table: "Techniques",
            name: row.name,
            change: [`set=${row.name}:${row.value ? "off" : "on"}`],
            words: row.value ? "without" : "with",
        }));
    const presets = readdirSync(path.join(root, "presets")).map((name) => path.basename(name, ".toml"));
    return [
        ...switches,
        ...WEIGHTS.map((name) => ({ table: "Techniques", name, change: [`set=${name}:0`], words: "without" })),
        ...presets.filter((name) => name !== "default").map((name) => ({
            table: "Presets", name, change: [`preset=${name}`], words: "preset",
        })),
        ...Object.entries(MARGINS).map(([name, sets]) => ({
            table: "Margins", name: `margins ${name}`, change: sets.map((one) => `set=${one}`), words: "with",
        })),
        ...Object.entries(STEPS).map(([name, step]) => ({
            table: "Steps", name: `step ${name}`, first: ["name=step", ...step.base, ...step.added], change: step.base, words: "",
        })),
        { table: "Margins", name: "margins learned", change: [`config=${root}/docs/learned-${game}.toml`], words: "with" },
    ];
}

// The choices of the null move, all of them against each other.
function rounds(game) {
    return json(["params", "--json", "--game", game]).parameters
        .filter((row) => row.kind === "choice" && ["nmp_strategy", "nmp_return", "nmp_verify"].includes(row.name))
        .map((row) => ({ name: `all-${row.name}`, row: row.name, words: row.words, chosen: row.value }));
}

const file = (game, variant) => place(`${game}-${variant.name.replace(/[^a-z0-9_-]/g, "-")}.db`);

function run(game, variant, engines, games) {
    const args = [
        "match", "--game", game, ...engines.flatMap((words) => ["--engine", ...words]), ...limit,
        "--games", games, "--openings", place(`openings-${game}`), "--order", "random", "--seed", "1",
        "--resign", "movecount=3", "score=700", "--concurrency", option("--concurrency", "2"), "--report", "1000",
        "--resume", file(game, variant),
    ];
    const status = spawnSync(program, args, { stdio: ["ignore", "ignore", "inherit"] }).status;
    if (status !== 0) process.exit(status ?? 1);
}

function play(game, variant) {
    run(game, variant, [variant.first ?? ["name=default"], [`name=${variant.name.replace(/[= ]/g, ":")}`, ...variant.change]], option("--games", "400"));
    console.log(line(game, variant).join("  "));
}

function playRound(game, round) {
    run(game, round, round.words.map((word) => [`name=${word}`, `set=${round.row}:${word}`]), option("--round-games", "100"));
    for (const cells of roundLines(game, round)) console.log(cells.join("  "));
}

const read = (name) => (existsSync(place(name)) ? JSON.parse(readFileSync(place(name), "utf8").trim().split("\n").at(-1)) : null);
const signed = (x, digits = 1) => (x < 0 ? "-" : "+") + Math.abs(x).toFixed(digits);

// The default's Elo against the other: what the technique, or leaving it as it is, is worth.
function line(game, variant) {
    const found = json(["results", file(game, variant), "--json"]);
    const own = found.engines[0];
    const faults = found.engines.flatMap((one) => Object.values(one.faults)).reduce((a, b) => a + b, 0);
    const saved = read(`ablate-${game}.json`)?.variants.find((one) => one.name === variant.name)?.fixed_depth?.nodes_saved_percent;
    const wrong = read(`audit-${game}.json`)?.techniques.find((one) => one.technique === variant.name)?.rate;
    return [
        `${variant.words} ${variant.name}`.trim(), `${signed(own.elo)} +- ${own.elo_error.toFixed(1)}`, `${own.games}`,
        `+${own.wins} =${own.draws} -${own.losses}`, saved ? `${signed(saved.value)} %` : "-",
        wrong ? `${(100 * wrong.value).toFixed(2)} %` : "-", `${faults}`,
    ];
}

// Each choice with its Elo against the others, and its score against each.
function roundLines(game, round) {
    const found = json(["results", file(game, round), "--json"]);
    const against = (one, other) => {
        const pairing = found.pairings.find((two) => two.first === one && two.second === other);
        if (pairing) return `${(100 * pairing.score).toFixed(1)} %`;
        const turned = found.pairings.find((two) => two.first === other && two.second === one);
        return turned ? `${(100 - 100 * turned.score).toFixed(1)} %` : "";
    };
    return found.engines.map((own) => [
        own.name === round.chosen ? `**${own.name}**` : own.name, `${signed(own.elo)} +- ${own.elo_error.toFixed(1)}`, `${own.games}`,
        ...round.words.map((word) => against(own.name, word)),
        `${Object.values(own.faults).reduce((a, b) => a + b, 0)}`,
    ]);
}

function roundTable(game, round) {
    const heads = [round.row, "Elo against the others", "games", ...round.words, "faults"];
    console.log(`\n### ${game}: ${round.row}\n`);
    for (const cells of [heads, heads.map(() => "---"), ...roundLines(game, round)]) console.log(`| ${cells.join(" | ")} |`);
}

function tables(game) {
    const found = variants(game).filter((variant) => existsSync(file(game, variant)));
    const figures = ["Elo", "games", "", "nodes saved", "false prunes", "faults"];
    for (const table of new Set(found.map((variant) => variant.table))) {
        const lines = found.filter((one) => one.table === table).map((variant) => line(game, variant));
        const heads = [table === "Steps" ? "with the step against without" : "the default against the default", ...figures];
        const used = heads.map((_, column) => lines.some((cells) => cells[column] !== "-"));
        const row = (cells) => `| ${cells.filter((_, column) => used[column]).join(" | ")} |`;
        console.log(`\n### ${game}: ${table}\n`);
        console.log(row(heads));
        console.log(row(heads.map(() => "---")));
        for (const cells of lines) console.log(row(cells));
    }
}

const wanted = (one) => !option("--only") || one.name.includes(option("--only"));
for (const game of games) {
    if (rest.includes("--table")) {
        tables(game);
        for (const round of rounds(game)) if (existsSync(file(game, round))) roundTable(game, round);
        continue;
    }
    for (const variant of variants(game).filter(wanted)) play(game, variant);
    for (const round of rounds(game).filter(wanted)) playRound(game, round);
}

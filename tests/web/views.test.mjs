// SPDX-License-Identifier: GPL-3.0-or-later
// Watch, Explore and Laboratory on the page, and the page in other sizes, colours and languages.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { root, run } from "../cli/tenuki.mjs";
import { closePage, expectText, move, newGame, openPage, playedMoves, startBrowser, startServer } from "./page.mjs";

const MIDDLE = "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQ1RK1 b kq - 0 6";

let browser, server, page, folder;

/** A match of a few moves at a few nodes, and two reports in one file. */
async function makeResults() {
    const file = (name) => path.join(folder, name);
    const positions = path.join(root, "tests/data/positions/chess.txt");
    const engines = ["--engine", "name=all", "--engine", "name=plain", "set=nmp:off"];
    const match = await run([
        "match",
        ...engines,
        "--nodes",
        "30",
        "--games",
        "8",
        "--maxmoves",
        "12",
        "--openings",
        positions,
        "--sprt",
        "elo0=0",
        "elo1=20",
        "--db",
        file("games.db"),
    ]);
    assert.equal(match.status, 0, match.stderr);
    for (const report of [
        ["ablate", "--limit", "3", "--depth", "4", "--technique", "nmp,lmr"],
        ["audit", "--limit", "2", "--depth", "5", "--samples", "10"],
    ]) {
        const made = await run([...report, "--file", positions, "--db", file("reports.db")]);
        assert.equal(made.status, 0, made.stderr);
    }
    return ["--db", file("games.db"), "--db", file("reports.db")];
}

before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "tenuki-page-"));
    const results = await makeResults();
    browser = await startBrowser();
    server = await startServer(results);
});
after(async () => {
    await browser?.close();
    await server?.stop();
    await rm(folder, { recursive: true });
});
beforeEach(async () => {
    page = await openPage(browser, server);
});
afterEach(() => closePage(page));

test("the null move is switched off: the analysis starts again beside the old one", async () => {
    await newGame(page, { game: "chess", start: MIDDLE, side: "both" });
    await page.locator("#tab-watch").click();
    await page.locator(".controls [name=lines]").selectOption("2");
    await page.locator(".go").click();
    await page.locator(".lines li .pv").nth(1).waitFor();
    await page.locator(".cg-shapes line").nth(1).waitFor({ state: "attached" });
    // Shallow trees have no null move to lose: both must have gone deep enough to differ.
    await expectText(page.locator(".runs .now .depth"), /([89]|\d\d)$/);
    const row = page.locator('tr[data-technique="nmp"]');
    await expectText(row.locator(".figure").first(), /[1-9]/); // it has been tried
    await row.locator("input").click();
    await page.locator(".runs .was").waitFor();
    await expectText(page.locator(".difference"), /^Depth ([89]|\d\d) took \S+ nodes, before \S+: [+-]?\d+ %$/);
    const [, now, before] = (await page.locator(".difference").textContent()).match(/took (\S+) nodes, before (\S+):/);
    assert.notEqual(now, before, "another tree has other nodes");
    assert.match(await row.getAttribute("class"), /off/);
    await expectText(row.locator(".figure span").first(), /^–$/); // and now it is not
    await page.locator(".go").click();
    await expectText(page.locator(".go"), /Analyse/);
});

test("a parameter is changed, refused, and reset", async () => {
    await page.locator("#tab-watch").click();
    await page.locator('tr[data-technique="rfp"] .name').click();
    const input = page.locator(".details input").first();
    await input.waitFor();
    const name = await input.getAttribute("name");
    const usual = await input.inputValue();
    const most = Number(await input.getAttribute("max"));
    await input.fill(String(Number(usual) + 1));
    await input.blur();
    await page.locator(".inputs .changed").waitFor();
    await page.locator(`input[name="${name}"]`).fill(String(most + 1000));
    await page.locator(`input[name="${name}"]`).blur();
    await expectText(page.locator(".notice"), new RegExp(name));
    page.faults = []; // the refusal
    await page.locator(".pruning button", { hasText: "Reset" }).click();
    await page.locator(".inputs .changed").waitFor({ state: "detached" });
    assert.equal(await page.locator(`input[name="${name}"]`).inputValue(), usual);
});

test("the tree is recorded, walked for three plies, and an edge is judged", async () => {
    await newGame(page, { game: "chess", start: MIDDLE, side: "both" });
    await page.locator("#tab-explore").click();
    await page.locator(".explore [name=depth]").fill("8");
    await page.locator(".explore button.main").click();
    await page.locator(".icicle g.node").first().waitFor();
    for (let ply = 1; ply <= 3; ply++) {
        await page.locator(".nodes .walk").first().click();
        await page.locator(".crumbs button").nth(ply).waitFor();
    }
    await expectText(page.locator(".ribbon"), /In the tree: \S+ \S+ \S+/);
    // On until something was left out: the same way each time, since one thread is reproducible.
    for (let ply = 4; !(await page.locator(".edges .audit").count()); ply++) {
        assert.ok(ply < 9, "an edge that can be judged");
        await page.locator(".nodes .walk").first().click();
        await page.locator(".crumbs button").nth(ply).waitFor();
    }
    const edge = page
        .locator(".edges li")
        .filter({ has: page.locator(".audit") })
        .first();
    assert.match(await edge.locator(".why").textContent(), /: .*\d/, "a reason with numbers");
    const number = await edge.getAttribute("data-decision");
    await edge.locator(".audit").click();
    await expectText(page.locator(`[data-decision="${number}"] .verdict`), /Right|Wrong|Undecided/);
    await page.keyboard.press("Escape");
    await page.locator(".ribbon").waitFor({ state: "hidden" });
});

test("two configurations are compared", async () => {
    await newGame(page, { game: "shogi", side: "both" });
    await page.locator("#tab-explore").click();
    await page.locator(".explore [name=depth]").fill("6");
    await page.locator(".explore [name=compare]").selectOption("lmr");
    await page.locator(".explore button.main").click();
    await page.locator(".views button", { hasText: "Differences" }).click();
    await expectText(page.locator(".treediff"), /without lmr/);
    await page.locator(".parts li").first().waitFor();
});

test("results of the laboratory", async () => {
    await page.locator("#tab-lab").click();
    await expectText(page.locator(".match"), /8 of 8 games/);
    assert.deepEqual(await page.locator(".match tbody th").allTextContents(), ["all", "plain"]);
    await page.locator(".match canvas").nth(1).waitFor();
    await page.locator("[data-kind=reports]").click();
    // The newest first.
    await expectText(page.locator(".report thead"), /Judged.*False/);
    await expectText(page.locator(".command"), /^tenuki audit --limit 2 .*--file chess\.txt --db reports\.db$/);
    assert.equal(await page.locator(".report table").first().locator("tbody th", { hasText: "futility" }).count(), 1);
    await page.locator(".lab [name=run]").selectOption("1");
    await expectText(page.locator(".command"), /^tenuki ablate /);
    await expectText(page.locator(".report tbody th"), /lmr/);
    assert.deepEqual((await page.locator(".report table").first().locator("tbody th").allTextContents()).sort(), [
        " lmr",
        " nmp",
    ]);
    const files = await page.locator(".labfiles small").allTextContents();
    assert.match(files.join(", "), /^match · games: 8( · running)?, reports · runs: 2$/);
    assert.match(await page.locator(".lab [name=run]").textContent(), /2 · audit · Chess · .*1 · ablation · Chess/);
});

test("the evaluation of the game is drawn", async () => {
    await newGame(page, { game: "chess" });
    await move(page, "e2", "e4");
    await playedMoves(page, 2);
    await page.locator("#tab-watch").click();
    await page.locator(".evalgraph canvas").waitFor();
});

test("everything fits on a narrow screen", async () => {
    const narrow = await openPage(browser, server, { viewport: { width: 360, height: 740 }, hasTouch: true });
    for (const game of ["shogi", "chess"]) {
        await newGame(narrow, { game, side: "both" });
        await move(narrow, ...(game === "chess" ? ["e2", "e4"] : ["7g", "7f"]));
        await playedMoves(narrow, 1);
        for (const tab of ["play", "watch", "explore", "lab"]) {
            await narrow.locator(`#tab-${tab}`).click();
            if (tab === "lab") await narrow.locator(".match tbody th").first().waitFor();
            const wide = await narrow.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(wide <= 0, `${game}, ${tab}: ${wide} pixels too wide`);
        }
    }
    const board = await narrow.locator(".ground").boundingBox();
    assert.ok(board.width > 300, "the board takes the width");
    await closePage(narrow);
});

test("Japanese", async () => {
    await newGame(page, { game: "shogi", side: "both" });
    await move(page, "7g", "7f");
    await playedMoves(page, 1);
    await page.locator("header [name=language]").selectOption("ja");
    assert.deepEqual(await page.locator(".tabs button").allTextContents(), ["対局", "観察", "探索木", "実験室"]);
    assert.equal(await page.locator("html").getAttribute("lang"), "ja");
    assert.deepEqual(await playedMoves(page, 1), ["▲７六歩"]);
    await page.reload();
    await expectText(page.locator(".status"), /後手.*の手番/);
    await page.locator("#tab-explore").click();
    await page.locator(".explore [name=depth]").fill("5");
    await page.locator(".explore button.main").click();
    await page.locator(".nodes .walk").first().click();
    await expectText(page.locator(".why"), /[ぁ-ん]/);
});

test("light and dark, by the system and by choice", async () => {
    const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.emulateMedia({ colorScheme: "light" });
    const light = await back();
    await page.emulateMedia({ colorScheme: "dark" });
    assert.notEqual(await back(), light);
    await page.locator("header [name=theme]").selectOption("light");
    assert.equal(await back(), light);
});

test("a wrong token is told in words", async () => {
    const context = await browser.newContext({ locale: "en-GB" });
    const stranger = await context.newPage();
    await stranger.goto(server.address.replace(/token=.*/, "token=00"));
    await expectText(stranger.locator(".notice"), /no valid token/);
    await context.close();
});

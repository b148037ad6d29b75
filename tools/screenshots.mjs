#!/usr/bin/env node
// SPDX-License-Identifier: GPL-3.0-or-later
// screenshots.mjs [FOLDER]: takes the pictures of docs/page.md again, with build/tenuki-gcc or $TENUKI.
// Each is cut down to 128 colours when pngquant is there.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

process.env.TENUKI ??= "build/tenuki-gcc";
const here = path.dirname(fileURLToPath(import.meta.url));
const { run, root } = await import(path.join(here, "../tests/cli/tenuki.mjs"));
const { move, newGame, openPage, playedMoves, startBrowser, startServer } = await import(
    path.join(here, "../tests/web/page.mjs")
);

const out = path.resolve(process.argv[2] ?? path.join(root, "docs/page"));
const MIDDLE = "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQ1RK1 b kq - 0 6";
const SHOGI = "l2sk2nl/1r1g1sgb1/p1ppppppp/1p7/9/2P4P1/PPSPPPP1P/1B5R1/LN1GKGSNL b - 1";

async function results(folder) {
    const file = (name) => path.join(folder, name);
    const positions = path.join(root, "tests/data/positions/chess.txt");
    await run([
        "match",
        "--engine",
        "name=default",
        "--engine",
        "name=plain",
        "preset=off",
        "--nodes",
        "400",
        "--games",
        "60",
        "--openings",
        positions,
        "--order",
        "random",
        "--seed",
        "3",
        "--sprt",
        "elo0=0",
        "elo1=40",
        "--db",
        file("match.db"),
    ]);
    await run([
        "tune",
        "--params",
        "rfp_*",
        "--params",
        "razor_*",
        "--nodes",
        "100",
        "--iterations",
        "60",
        "--pairs",
        "1",
        "--openings",
        positions,
        "--db",
        file("tune.db"),
    ]);
    await run(["audit", "--file", positions, "--limit", "10", "--depth", "7", "--db", file("reports.db")]);
    await run([
        "ablate",
        "--file",
        positions,
        "--limit",
        "20",
        "--depth",
        "8",
        "--technique",
        "nmp,lmr,rfp,futility,see,lmp",
        "--db",
        file("reports.db"),
    ]);
    return ["match.db", "tune.db", "reports.db"].flatMap((name) => ["--db", file(name)]);
}

async function picture(page, name) {
    await page.waitForTimeout(400); // the board's animation
    const file = path.join(out, `${name}.png`);
    await page.screenshot({ path: file });
    spawnSync("pngquant", ["--force", "--strip", "--speed", "1", "--ext", ".png", "128", file]);
    console.log(file);
}

async function play(page) {
    await newGame(page, { game: "shogi", clock: "byoyomi30" });
    for (const [i, step] of [
        ["7g", "7f"],
        ["2g", "2f"],
        ["3i", "4h"],
    ].entries()) {
        await move(page, ...step);
        await playedMoves(page, 2 * i + 2);
    }
    await picture(page, "play");
}

async function watch(page) {
    await newGame(page, { game: "shogi", start: SHOGI, side: "both" });
    await page.locator("#tab-watch").click();
    await page.locator(".go").click();
    const depth = (n) =>
        page.waitForFunction(
            (least) => parseInt(document.querySelector(".figures dd")?.textContent ?? "0", 10) >= least,
            n,
        );
    await depth(13);
    await page.locator('tr[data-technique="nmp"] input').click();
    await page.locator(".difference").waitFor();
    await depth(12);
    await picture(page, "watch");
    await page.locator(".go").click();
}

async function explore(page) {
    await newGame(page, { game: "chess", start: MIDDLE, side: "both" });
    await page.locator("#tab-explore").click();
    await page.locator(".explore [name=depth]").fill("9");
    await page.locator(".explore [name=compare]").selectOption("nmp");
    await page.locator(".explore button.main").click();
    await page.locator(".icicle g.node").first().waitFor();
    await picture(page, "explore");
    for (let i = 0; i < 6 && !(await page.locator(".edges .audit").count()); i++) {
        const steps = await page.locator(".crumbs button").count();
        await page.locator(".nodes .walk").first().click();
        await page.locator(".crumbs button").nth(steps).waitFor();
    }
    await page.locator(".edges .audit").first().click();
    await page.locator(".verdict").first().waitFor();
    await page.locator(".edges").first().scrollIntoViewIfNeeded();
    await picture(page, "edges");
    await page.locator(".views button").nth(1).click();
    await picture(page, "difference");
    await page.keyboard.press("Escape");
}

async function laboratory(page) {
    await page.locator("#tab-lab").click();
    await page.locator(".match canvas").nth(1).waitFor();
    await picture(page, "match");
    await page.locator("[data-kind=tune]").click();
    await page.locator(".tune canvas").first().waitFor();
    await picture(page, "tuning");
    await page.locator("[data-kind=reports]").click();
    await page.locator(".command", { hasText: "ablate" }).waitFor();
    await picture(page, "ablation");
    await page.locator(".lab [name=run]").selectOption("1");
    await page.locator(".command", { hasText: "audit" }).waitFor();
    await picture(page, "audit");
}

const folder = mkdtempSync(path.join(tmpdir(), "tenuki-pictures-"));
const server = await startServer(await results(folder));
const browser = await startBrowser();
try {
    const page = await openPage(browser, server, { colorScheme: "light" });
    await play(page);
    await watch(page);
    await explore(page);
    await laboratory(page);
    const dark = await openPage(browser, server, { colorScheme: "dark", locale: "ja-JP" });
    await dark.locator("header [name=language]").selectOption("en"); // the form is found by its words
    await newGame(dark, { game: "shogi", start: SHOGI, side: "both" });
    await dark.locator("#tab-watch").click();
    await dark.locator("header [name=language]").selectOption("ja");
    await dark.locator(".go").click();
    await dark.waitForFunction(() => parseInt(document.querySelector(".figures dd")?.textContent ?? "0", 10) >= 12);
    await picture(dark, "dark-japanese");
    const narrow = await openPage(browser, server, { viewport: { width: 390, height: 844 }, colorScheme: "light" });
    await narrow.locator("header [name=pieces]").selectOption("letter");
    await newGame(narrow, { game: "shogi", start: SHOGI, side: "both" });
    await narrow.evaluate(() => scrollTo(0, 0));
    await picture(narrow, "narrow");
} finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true });
}

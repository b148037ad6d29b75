// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the server and a browser, and does on the page what a person would do.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { root, serve } from "../cli/tenuki.mjs";

const { chromium } = createRequire(path.join(root, "web/package.json"))("playwright-core");

// A busy machine is slow, and slowest when it starts a browser for the first time; nothing here waits
// that long unless it is broken.
export const PATIENCE = 60000;

const browsers = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export async function startBrowser() {
    const executablePath = browsers.find((name) => name && existsSync(name));
    assert.ok(executablePath, "no chromium; set CHROMIUM to its path");
    return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"], timeout: 3 * PATIENCE });
}

/** The server on a free port, or on `port`; `stop` ends it as Ctrl-C would, and a sanitizer's complaint
 * shows in its status. */
export async function startServer(args = [], port = 0) {
    const server = await serve(args, port);
    const stop = async () => {
        const end = await server.stop("SIGINT");
        assert.equal(end.status, 0, end.errors);
    };
    return { ...server, stop };
}

/** A new tab; `faults` collects what the browser's console should never show. */
export async function openPage(browser, server, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, locale: "en-GB", ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.faults = [];
    page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
    page.on("pageerror", (error) => page.faults.push(error.message));
    await page.goto(server.address);
    await page.locator(".steps").waitFor();
    await page.locator(".status").filter({ hasText: /./ }).waitFor({ state: "attached" });
    return page;
}

export async function closePage(page) {
    assert.deepEqual(page.faults, [], "the console is clean");
    await page.context().close();
}

/** A new game by its form; a person on `side` (first, second, both), the engine at few nodes. */
export async function newGame(page, { game, start = "", side = "first", clock = "none", number = null }) {
    await page.locator("#tab-play").click();
    await page.locator(".actions .main").click();
    const form = page.locator("dialog");
    await form.locator("[name=game]").selectOption(game);
    if (number !== null) await form.locator("[name=number]").fill(String(number));
    if (start) await form.locator("[name=start]").fill(start);
    await form.locator("[name=side]").selectOption(side);
    await form.getByLabel("Strength", { exact: true }).selectOption("nodes");
    await form.locator("[name=nodes]").fill("200");
    await form.locator("[name=clock]").selectOption(clock);
    const answer = page.waitForResponse(/\/api\/new$/);
    await form.locator("button.main").click();
    await form.waitFor({ state: "detached" });
    await shown(page, await (await answer).json());
}

/** The form closes with the server's answer; the board follows the stream of events, which may be later. What the page
 * shows it has saved. */
async function shown(page, state) {
    await page.waitForFunction(
        ({ session, game, start, players }) =>
            Object.values(localStorage)
                .filter((text) => text.includes(session))
                .map((text) => JSON.parse(text))
                .some(
                    (saved) =>
                        saved.game === game &&
                        saved.start === start &&
                        JSON.stringify(saved.players) === JSON.stringify(players) &&
                        saved.moves.length <= 1,
                ),
        state,
    );
}

/** The middle of a square on the screen. */
async function middle(page, square) {
    const shogi = (await page.locator(".left").getAttribute("data-game")) === "shogi";
    const size = shogi ? 9 : 8;
    const below = await page.locator(".board.second-below").count();
    let column = shogi ? 9 - Number(square[0]) : square.charCodeAt(0) - 97;
    let row = shogi ? square.charCodeAt(1) - 97 : 8 - Number(square[1]);
    if (below) [column, row] = [size - 1 - column, size - 1 - row];
    const box = await page.locator(".ground").boundingBox();
    return { x: box.x + ((column + 0.5) * box.width) / size, y: box.y + ((row + 0.5) * box.height) / size };
}

export async function click(page, square) {
    const { x, y } = await middle(page, square);
    await page.mouse.click(x, y);
}

/** A move by two clicks; the board has animated the last one before it takes another. */
export async function move(page, from, to) {
    await click(page, from);
    await page.locator("square.selected, sq.selected").waitFor({ state: "attached" });
    await click(page, to);
}

export async function drag(page, from, to) {
    const a = await middle(page, from);
    const b = await middle(page, to);
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
    await page.mouse.move(b.x, b.y, { steps: 4 });
    await page.mouse.up();
}

export const moves = (page) => page.locator(".moves button.move > span:first-child").allTextContents();

/** Waits until that many moves have been played. */
export async function playedMoves(page, count) {
    await page.locator(`.moves [data-ply="${count}"]`).waitFor();
    return moves(page);
}

export async function expectText(locator, pattern) {
    await locator.filter({ hasText: pattern }).first().waitFor();
}

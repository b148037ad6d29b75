// SPDX-License-Identifier: GPL-3.0-or-later
// Games on the page, as a person plays them: with the mouse, with the keyboard, in and out of files.
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import {
    click,
    closePage,
    drag,
    expectText,
    move,
    moves,
    newGame,
    openPage,
    playedMoves,
    startBrowser,
    startServer,
} from "./page.mjs";

let browser, server, page;
before(async () => {
    browser = await startBrowser();
    server = await startServer();
});
after(async () => {
    await browser?.close();
    await server?.stop();
});
beforeEach(async () => {
    page = await openPage(browser, server);
});
afterEach(() => closePage(page));

test("a game of chess against the engine, to mate", async () => {
    await newGame(page, { game: "chess", start: "7k/8/5K2/8/8/8/8/R7 w - - 0 1" });
    await move(page, "f6", "g6");
    await playedMoves(page, 2); // the king has one move
    await drag(page, "a1", "a8");
    assert.deepEqual(await playedMoves(page, 3), ["Kg6", "Kg8", "Ra8#"]);
    await expectText(page.locator(".status"), /Checkmate, White wins \(1-0\)/);
});

test("a game of Chess960, with castling by king takes rook", async () => {
    await newGame(page, { game: "chess960", start: "k7/8/8/8/8/8/1R6/5K1R w K - 0 1" });
    await move(page, "f1", "h1");
    await playedMoves(page, 2);
    await move(page, "f1", "a1");
    assert.deepEqual(await playedMoves(page, 3), ["O-O", "Ka7", "Ra1#"]);
    await expectText(page.locator(".status"), /Checkmate/);
});

test("Chess960 starts at the number asked for", async () => {
    await newGame(page, { game: "chess960", number: 0, side: "both" });
    await page.locator(".actions button", { hasText: "Save" }).click();
    await page.locator("dialog select").selectOption("fen");
    await page.waitForFunction(() => /^bbqnnrkr\//.test(document.querySelector("dialog textarea").value));
    await page.keyboard.press("Escape");
});

test("a game of shogi against the engine: promotion, drop, mate", async () => {
    await newGame(page, { game: "shogi", start: "8k/9/9/1S7/9/9/9/9/4K2R1 b L 1" });
    await move(page, "8d", "8c");
    await page.locator(".promotion button").first().click(); // promoted
    await playedMoves(page, 2);
    assert.equal(await page.locator("piece.sente.promotedsilver").count(), 1);
    await page.locator(".hand-bottom piece.lance").click();
    await click(page, "1f");
    const all = await playedMoves(page, 3);
    assert.equal(all[0], "S-8c+");
    assert.equal(all[2], "L*1f");
    await expectText(page.locator(".status"), /Checkmate, .*1-0/);
});

test("a promotion may be declined, and taken back by Escape", async () => {
    await newGame(page, { game: "shogi", start: "8k/9/9/1S7/9/9/9/9/4K2R1 b L 1", side: "both" });
    await move(page, "8d", "8c");
    await page.locator(".promotion").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".promotion").waitFor({ state: "detached" });
    assert.deepEqual(await moves(page), []);
    await move(page, "8d", "8c");
    await page.locator(".promotion button").last().click();
    assert.deepEqual(await playedMoves(page, 1), ["S-8c="]);
});

test("a chess pawn becomes what is chosen", async () => {
    await newGame(page, { game: "chess", start: "8/P7/8/8/8/8/k6K/8 w - - 0 1", side: "both" });
    await move(page, "a7", "a8");
    await page.locator(".promotion [data-move=a7a8n]").click();
    assert.deepEqual(await playedMoves(page, 1), ["a8=N"]);
});

test("a handicap, the second side, and the engine begins", async () => {
    await page.locator(".actions .main").click();
    await page.locator("dialog [name=game]").selectOption("shogi");
    await page.locator("dialog [name=handicap] option").nth(6).waitFor({ state: "attached" });
    await page.locator("dialog [name=handicap]").selectOption({ label: "two pieces" });
    await page.locator("dialog [name=side]").selectOption("first");
    await page.locator("dialog button.main").click();
    await playedMoves(page, 1); // the giver moves first
    assert.equal(await page.locator(".sg-wrap piece.gote.rook").count(), 0);
});

test("clocks are shown and one of them runs", async () => {
    await newGame(page, { game: "shogi", side: "first", clock: "byoyomi30" });
    assert.equal(await page.locator(".clock").count(), 2);
    await page.locator(".clock.running").waitFor();
    await move(page, "7g", "7f");
    await playedMoves(page, 2);
    await page.locator(".below .clock.running").waitFor();
});

test("take back, hint, resign", async () => {
    await newGame(page, { game: "chess" });
    await move(page, "e2", "e4");
    await playedMoves(page, 2);
    await page.locator(".actions button", { hasText: "Take back" }).click();
    await page.locator(".moves button.move").first().waitFor({ state: "detached" });
    await page.locator(".actions button", { hasText: "Hint" }).click();
    await expectText(page.locator(".notice"), /^Hint: \S+/);
    await page.locator(".cg-shapes line").waitFor({ state: "attached" });
    await page.locator(".actions button", { hasText: "Resign" }).click();
    await expectText(page.locator(".status"), /Resignation, Black wins \(0-1\)/);
});

test("the keyboard alone", async () => {
    await newGame(page, { game: "chess", side: "both" });
    await page.locator(".board").focus();
    // The cursor stands on e2.
    for (const key of ["Enter", "ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    assert.deepEqual(await playedMoves(page, 1), ["e4"]);
    await page.locator("input[name=move]").fill("e7e5");
    await page.keyboard.press("Enter");
    await playedMoves(page, 2);
    await page.locator(".moves").focus();
    await page.keyboard.press("ArrowLeft");
    await page.locator('[data-ply="1"][aria-current]').waitFor();
    await page.keyboard.press("Home");
    await page.locator("[aria-current=step]").waitFor({ state: "detached" });
    await page.keyboard.press("End");
    await page.locator('[data-ply="2"][aria-current]').waitFor();
    await page.keyboard.press("f");
    await page.locator(".board.second-below").waitFor();
    await page.keyboard.press("?");
    await page.locator("dialog kbd").first().waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("n");
    await page.locator("dialog [name=game]").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("2");
    await page.locator("#tab-watch[aria-selected=true]").waitFor();
});

test("a reload in the middle of a game loses nothing", async () => {
    await newGame(page, { game: "shogi" });
    await move(page, "7g", "7f");
    await playedMoves(page, 2);
    const before = await moves(page);
    await page.reload();
    assert.deepEqual(await playedMoves(page, 2), before);
    assert.match(await page.locator(".player").first().textContent(), /Tenuki/);
});

test("nor does a new start of the server", async () => {
    const first = await startServer();
    const tab = await openPage(browser, first);
    await newGame(tab, { game: "chess", clock: "rapid" });
    await move(tab, "d2", "d4");
    await playedMoves(tab, 2);
    const before = await moves(tab);
    await first.stop();
    const second = await startServer([], first.port);
    // The token is a new one: the person opens the address that the program printed.
    await tab.goto(second.address);
    await tab.reload();
    assert.deepEqual(await playedMoves(tab, 2), before);
    await expectText(tab.locator(".player"), /Tenuki/);
    assert.equal(await tab.locator(".clock:visible").count(), 2);
    await move(tab, "c2", "c4");
    await playedMoves(tab, 4);
    tab.faults = []; // the stream broke, as it should
    await closePage(tab);
    await second.stop();
});

const FILES = {
    pgn: {
        text: '[White "<img src=x onerror=alert(1)>"]\n\n1. e4 e5 2. Nf3 Nc6 *\n',
        plies: 4,
        holds: /1\. e4 e5 2\. Nf3 Nc6/,
    },
    fen: { text: "8/P7/8/8/8/8/k6K/8 w - - 0 1", plies: 0, holds: /^8\/P7\/8\/8\/8\/8\/k6K\/8 w - - 0 1/ },
    kif: {
        text: "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 中断\n",
        plies: 2,
        holds: /1 ７六歩\(77\)[\s\S]*2 ３四歩\(33\)/,
    },
    csa: { text: "V2.2\nPI\n+\n+7776FU\n-3334FU\n%CHUDAN\n", plies: 2, holds: /\+7776FU[\s\S]*-3334FU/ },
    sfen: { text: "8k/9/9/1S7/9/9/9/9/4K2R1 b L 1", plies: 0, holds: /8k\/9\/9\/1S7\/9\/9\/9\/9\/4K2R1 b L 1/ },
};

for (const [format, file] of Object.entries(FILES)) {
    test(`${format.toUpperCase()} is loaded and saved`, async () => {
        const button = (name) => page.locator(".actions button", { hasText: new RegExp(`^${name}$`) });
        const load = async (text) => {
            await button("Load").click();
            await page.locator("dialog textarea").fill(text);
            await page.locator("dialog button.main").click();
            await page.locator("dialog").waitFor({ state: "detached" });
        };
        await load(file.text);
        if (file.plies) await playedMoves(page, file.plies);
        await button("Save").click();
        await page.locator("dialog select").selectOption(format);
        await page.waitForFunction(
            ([source]) => new RegExp(source).test(document.querySelector("dialog textarea").value),
            [file.holds.source],
        );
        const saved = await page.locator("dialog textarea").inputValue();
        const download = page.waitForEvent("download");
        await page.locator("dialog button.main").click();
        assert.match((await download).suggestedFilename(), new RegExp(`\\.${format}$`));
        await page.keyboard.press("Escape");
        await newGame(page, { game: format === "pgn" || format === "fen" ? "shogi" : "chess", side: "both" });
        await load(saved);
        if (file.plies) await playedMoves(page, file.plies);
        assert.equal(await page.locator("img").count(), 0, "names are text, not markup");
    });
}

test("the format chosen last is the one shown, whichever answer comes first", async () => {
    await newGame(page, { game: "shogi", side: "both" });
    let release;
    const released = new Promise((go) => (release = go));
    await page.route(/\/api\/save.*format=kif/, async (route) => {
        await released;
        await route.continue();
    });
    await page.locator(".actions button", { hasText: "Save" }).click();
    await page.locator("dialog select").selectOption("csa");
    await page.waitForFunction(() => document.querySelector("dialog textarea").value.startsWith("V2"));
    const late = page.waitForResponse(/format=kif/);
    release();
    await (await late).finished();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.match(await page.locator("dialog textarea").inputValue(), /^V2/);
    await page.keyboard.press("Escape");
});

test("a text that is no game is refused and changes nothing", async () => {
    await newGame(page, { game: "chess", side: "both" });
    await move(page, "e2", "e4");
    await playedMoves(page, 1);
    await page.locator(".actions button", { hasText: "Load" }).click();
    await page.locator("dialog textarea").fill("this is no game");
    await page.locator("dialog button.main").click();
    await page.locator(".notice").waitFor();
    await page.keyboard.press("Escape");
    assert.deepEqual(await moves(page), ["e4"]);
    assert.equal(page.faults.length, 1, "the browser notes the refused request");
    page.faults = [];
});

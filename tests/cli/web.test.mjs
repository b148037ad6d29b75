// SPDX-License-Identifier: GPL-3.0-or-later
// The page's server through the door a browser uses, and through raw sockets where a browser would
// never send such a thing.
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { run, serve } from "./tenuki.mjs";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-web-"));
const built = !(await run(["web", "--port", "x"])).stderr.includes("built without");
const checked = built ? test : test.skip;

/** A server on a free port, and what a page asks of it. */
async function start(...more) {
  const server = await serve(more);
  server.base = `http://127.0.0.1:${server.port}`;
  const { token } = server;
  const answer = async (response) => {
    const text = await response.text();
    return { status: response.status, headers: response.headers, ...JSON.parse(text) };
  };
  server.get = async (where) => answer(await fetch(server.base + where, { headers: { "X-Tenuki-Token": token } }));
  server.post = async (where, body) =>
    answer(await fetch(server.base + where, {
      method: "POST",
      headers: { "X-Tenuki-Token": token, "Content-Type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }));
  server.open = async (game) => (await server.post("/api/open", { session: null, game })).session;
  return server;
}

/** The events of a session; `until(name, test)` waits for one that fits, among those to come too. */
async function listen(server, session) {
  const control = new AbortController();
  const response = await fetch(`${server.base}/api/events?session=${session}`, {
    headers: { "X-Tenuki-Token": server.token },
    signal: control.signal,
  });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  const seen = [];
  let waiting = null;
  const look = () => {
    if (!waiting) return;
    const found = seen.find((event) => event.name === waiting.name && waiting.fits(event.data));
    if (found) {
      seen.splice(0, seen.indexOf(found) + 1);
      waiting.resolve(found.data);
      waiting = null;
    }
  };
  const ended = (async () => {
    let text = "";
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body) {
        text += decoder.decode(chunk, { stream: true });
        for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
          const parts = text.slice(0, end).match(/^event: (\w+)\ndata: (.*)$/);
          if (parts) seen.push({ name: parts[1], data: JSON.parse(parts[2]) });
        }
        look();
      }
    } catch {
      // closed by us
    }
  })();
  return {
    until: (name, fits = () => true) => new Promise((resolve) => {
      waiting = { name, fits, resolve };
      look();
    }),
    close: async () => {
      control.abort();
      await ended;
    },
    ended,
  };
}

/** Raw bytes to the server; the status of its answer, 0 when it only closes. */
function raw(server, bytes, keep = false) {
  return new Promise((resolve) => {
    const socket = net.connect(server.port, "127.0.0.1");
    let text = "";
    socket.on("data", (data) => {
      text += data.toString("latin1");
      if (!keep && text.includes("\r\n\r\n")) socket.end();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(Number(text.match(/^HTTP\/1\.[01] (\d+)/)?.[1] ?? 0)));
    socket.write(bytes);
  });
}

const head = (server, method, target, lines = [], body = "") =>
  `${method} ${target} HTTP/1.1\r\n` + [`Host: 127.0.0.1:${server.port}`, ...lines, "Connection: close"].join("\r\n") + `\r\n\r\n${body}`;

let server;
test.before(async () => {
  if (!built) return;
  server = await start();
});
test.after(async () => {
  fs.rmSync(directory, { recursive: true });
  if (!built) return;
  const end = await server.stop();
  // Nothing is lost: under the address sanitizer a leak would end it with another status.
  assert.deepEqual({ status: end.status, errors: end.errors }, { status: 0, errors: "" });
});

checked("the page and its headers", async () => {
  const response = await fetch(server.base + "/");
  assert.equal(response.status, 200);
  assert.match(await response.text(), /<html/);
  assert.match(response.headers.get("content-security-policy"), /default-src 'none'; script-src 'self'/);
  assert.match(response.headers.get("content-security-policy"), /frame-ancestors 'none'/);
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  assert.equal(response.headers.get("access-control-allow-origin"), null);
  const again = await fetch(server.base + "/", { headers: { "If-None-Match": response.headers.get("etag") } });
  assert.equal(again.status, 304);
  const state = await server.get("/api/state");
  assert.equal(state.status, 200);
  assert.deepEqual(state.games, ["chess", "shogi"]);
});

checked("who may not come in", async () => {
  const token = `X-Tenuki-Token: ${server.token}`;
  const json = "Content-Type: application/json";
  const post = (lines, body = "{}") => head(server, "POST", "/api/open", [...lines, `Content-Length: ${body.length}`], body);
  const get = (...lines) => head(server, "GET", "/api/state", [token, ...lines]);
  const host = (name) => `GET / HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`;
  const table = [
    ["a good one", get(), 200],
    ["our origin", get(`Origin: http://localhost:${server.port}`), 200],
    ["another host", host("evil.example"), 421],
    ["our port alone", host(`evil.example:${server.port}`), 421],
    ["a longer name", host(`localhost.evil.example:${server.port}`), 421],
    ["another port", host(`127.0.0.1:${server.port + 1}`), 421],
    ["no port", host("127.0.0.1"), 421],
    ["two hosts", head(server, "GET", "/", ["Host: evil.example"]), 400],
    ["another origin", get("Origin: http://evil.example"), 403],
    ["our origin, but https", get(`Origin: https://127.0.0.1:${server.port}`), 403],
    ["a null origin", get("Origin: null"), 403],
    ["two origins", get(`Origin: http://127.0.0.1:${server.port}`, "Origin: http://evil.example"), 403],
    ["another site", get("Sec-Fetch-Site: cross-site"), 403],
    ["the same site", get("Sec-Fetch-Site: same-site"), 403],
    ["a link to the page", head(server, "GET", "/", ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"]), 200],
    ["the page inside another", head(server, "GET", "/", ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"]), 403],
    ["no token", head(server, "GET", "/api/state"), 403],
    ["another token", head(server, "GET", "/api/state", [`X-Tenuki-Token: ${"0".repeat(32)}`]), 403],
    ["the token in the query", head(server, "GET", `/api/state?token=${server.token}`), 403],
    ["two tokens", get(token), 403],
    ["events without a token", head(server, "GET", "/api/events?session=x"), 403],
    ["no content type", post([token]), 415],
    ["a form", post([token, "Content-Type: application/x-www-form-urlencoded"], "a=b"), 415],
    ["no length", head(server, "POST", "/api/open", [token, json]), 411],
    ["chunks", head(server, "POST", "/api/open", [token, json, "Transfer-Encoding: chunked"], "2\r\n{}\r\n0\r\n\r\n"), 411],
    ["too long", head(server, "POST", "/api/open", [token, json, "Content-Length: 1048577"]), 413],
    ["a post to a get", head(server, "POST", "/api/state", [token, json, "Content-Length: 2"], "{}"), 405],
    ["a get of a post", head(server, "GET", "/api/open", [token]), 405],
    ["a post to the page", head(server, "POST", "/", [token, json, "Content-Length: 2"], "{}"), 405],
    ["put", head(server, "PUT", "/", ["Content-Length: 0"]), 405],
    ["options", head(server, "OPTIONS", "/api/open", ["Origin: http://evil.example"]), 403],
    ["small letters", head(server, "get", "/"), 405],
    ["nothing of this name", head(server, "GET", "/etc/passwd"), 404],
    ["up and away", head(server, "GET", "/../../../etc/passwd"), 404],
    ["up, encoded", head(server, "GET", "/%2e%2e/%2e%2e/etc/passwd"), 404],
    ["another host as target", head(server, "GET", `http://evil.example/`), 404],
    ["a hidden byte", `GET /\0 HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`, 400],
  ];
  for (const [name, bytes, status] of table) assert.equal(await raw(server, bytes), status, name);
});

checked("bad bodies and bad values get a clear answer and change nothing", async () => {
  const session = await server.open("chess");
  const before = await server.post("/api/move", { session, move: "e2e4" });
  const bad = [
    ["/api/open", "", /JSON/], ["/api/open", "[1]", /object/], ["/api/open", '{"game":"chess"', /line 1/],
    ["/api/open", '{"game":"chess","game":"shogi"}', /duplicate/], ["/api/open", '{"game":"go"}', /chess or shogi/],
    ["/api/open", "\xff\xfe", /JSON/], ["/api/open", "[".repeat(100000), /JSON/],
    ["/api/move", { session }, /'move' is missing/], ["/api/move", { session, move: 7 }, /string/],
    ["/api/move", { session, move: "e2e4" }, /illegal/], ["/api/move", { session, move: "x".repeat(5000) }, /./],
    ["/api/goto", { session, ply: 2 }, /from 0 to 1/], ["/api/goto", { session, ply: 0.5 }, /whole number/],
    ["/api/new", { session, game: "chess", start: "8/8/8/8/8/8/8/8 w - - 0 1" }, /./],
    ["/api/new", { session, game: "shogi", players: { first: "nobody" } }, /human, engine/],
    ["/api/new", { session, game: "chess", clock: { first_ms: 0 } }, /no time/],
    ["/api/new", { session, game: "chess", variant: "chess960", number: 960 }, /959/],
    ["/api/new", { session, game: "chess", level: { level: 11 } }, /1 to 10/],
    ["/api/analyse", { session, on: true, lines: 11 }, /1 to 10/],
    ["/api/set", { session, set: { nmp: "off", nmpp: "on" } }, /did you mean/],
    ["/api/set", { session, set: { nmp: [1] } }, /nmp/],
    ["/api/set", { session, threads: 100000 }, /threads/], ["/api/set", { session, hash: 257 }, /hash/],
    ["/api/load", { session, text: "position startpos moves e2e4 e2e4" }, /move 2/],
    ["/api/load", { session, text: "" }, /./], ["/api/load", { session, text: "x", format: "doc" }, /none of/],
    ["/api/load", { session, text: "4k4/9/9/9/9/9/9/9/9 b G 1" }, /king/],
    ["/api/load", { session, format: "uci", text: "startpos moves " + "g1f3 g8f6 f3g1 f6g8 ".repeat(600) }, /more than 2000/],
    ["/api/tree", { session, depth: 31 }, /1 to 30/], ["/api/tree", { session, set: { nmp: "maybe" } }, /nmp/],
    ["/api/audit", { session, tree: 1, node: 0 }, /no such tree/],
  ];
  for (const [where, body, message] of bad) {
    const answer = await server.post(where, body);
    assert.ok(answer.status >= 400 && answer.status < 500, `${where} ${answer.status}`);
    assert.match(answer.error, message, JSON.stringify(body).slice(0, 100));
  }
  for (const where of ["/api/save?session=" + session, `/api/save?session=${session}&format=kif`, "/api/params?game=go",
    "/api/params", `/api/tree?session=${session}&tree=x`, `/api/tree?session=${session}&tree=1`, "/api/save", "/api/lab/match?id=0"]) {
    const answer = await server.get(where);
    assert.ok(answer.status === 400 || answer.status === 404, `${where} ${answer.status}`);
    assert.ok(answer.error.length > 5);
  }
  assert.equal((await server.post("/api/move", { session: "0".repeat(32), move: "e7e5" })).status, 404);
  const after = await server.post("/api/open", { session, game: "chess" });
  assert.deepEqual(after.state.moves.map((m) => m.move), before.moves.map((m) => m.move));
  assert.deepEqual(after.state.params, []);
});

checked("200 connections, half of them idle, and nobody is kept out", async () => {
  const sockets = [];
  for (let i = 0; i < 200; i++) {
    const socket = net.connect(server.port, "127.0.0.1");
    socket.on("error", () => {});
    if (i % 2) socket.write("GET / HTTP/1.1\r\nHost: x");
    sockets.push(socket);
  }
  await Promise.all(sockets.map((socket) => new Promise((done) => (socket.connecting ? socket.once("connect", done) : done()))));
  const session = await server.open("chess");
  assert.equal((await server.post("/api/move", { session, move: "e2e4" })).ply, 1);
  for (const socket of sockets) socket.destroy();
  assert.equal((await server.get("/api/state")).status, 200);
});

checked("a game between people: moves, ends, looking back, taking back", async () => {
  const session = await server.open("chess");
  const events = await listen(server, session);
  await events.until("state", (state) => state.ply === 0);
  let state;
  for (const move of ["f2f3", "e7e5", "g2g4", "d8h4"]) state = await server.post("/api/move", { session, move });
  assert.deepEqual(state.end, { result: "0-1", reason: "checkmate", people: "Checkmate, Black wins" });
  assert.deepEqual(state.moves.map((m) => m.people), ["f3", "e5", "g4", "Qh4#"]);
  assert.equal(state.check, "e1");
  assert.deepEqual(state.legal, []);
  assert.equal((await server.post("/api/move", { session, move: "a2a3" })).status, 409);
  assert.equal((await events.until("state", (s) => s.end)).end.reason, "checkmate");
  state = await server.post("/api/goto", { session, ply: 2 });
  assert.equal(state.moves.length, 4);
  assert.ok(state.legal.includes("g1h3"));
  state = await server.post("/api/move", { session, move: "e2e4" });
  assert.deepEqual(state.moves.map((m) => m.move), ["f2f3", "e7e5", "e2e4"]);
  assert.equal(state.end, null);
  state = await server.post("/api/takeback", { session });
  assert.equal(state.ply, 2);
  state = await server.post("/api/resign", { session });
  assert.equal(state.end.result, "0-1");
  assert.equal(state.end.reason, "resignation");
  await events.close();
});

checked("both games against the engine, by level, from a handicap and from Chess960", async () => {
  for (const [game, extra, move] of [
    ["chess", { level: { level: 2 } }, "e2e4"],
    ["shogi", { level: { nodes: 500 } }, "7g7f"],
    ["chess", { level: { level: 1 }, variant: "chess960", number: 959 }, null],
  ]) {
    const session = await server.open(game);
    const events = await listen(server, session);
    let state = await server.post("/api/new", { session, game, players: { first: "human", second: "engine" }, ...extra });
    assert.equal(state.status, 200, state.error);
    if (game === "chess" && extra.variant) assert.match(state.start, /^rkrnnqbb\/pppppppp/);
    for (let i = 0; i < 3; i++) {
      state = await server.post("/api/move", { session, move: i === 0 && move ? move : state.legal[0] });
      assert.equal(state.status, 200, state.error);
      const answer = await events.until("answer");
      assert.match(answer.move, /^[0-9a-zA-Z+*]+$/);
      state = await events.until("state", (s) => s.moves.length === 2 * i + 2);
    }
    assert.ok(state.moves[1].score !== null && state.moves[1].depth > 0);
    assert.equal((await server.post("/api/takeback", { session })).moves.length, 4);
    await events.close();
  }
  const [first] = Object.values(await server.get("/api/handicaps"));
  assert.equal((await server.get("/api/levels?game=shogi"))[9].nodes, 0);
  assert.ok(first !== undefined);
  const session = await server.open("shogi");
  const handicaps = await (await fetch(server.base + "/api/handicaps", { headers: { "X-Tenuki-Token": server.token } })).json();
  for (const { sfen } of handicaps) {
    const state = await server.post("/api/new", { session, game: "shogi", start: sfen });
    assert.equal(state.turn, "second");
  }
});

checked("the clock is the server's: a flag falls, byoyomi is told", async () => {
  const session = await server.open("shogi");
  const events = await listen(server, session);
  const state = await server.post("/api/new", { session, game: "shogi", clock: { first_ms: 0, second_ms: 60000, byoyomi_ms: 150 } });
  assert.equal(state.clock.running, "first");
  assert.equal(state.clock.in_byoyomi.first, true);
  assert.equal(state.clock.in_byoyomi.second, false);
  const end = await events.until("state", (s) => s.end);
  assert.deepEqual([end.end.result, end.end.reason, end.clock.running], ["0-1", "time", null]);
  assert.equal((await server.post("/api/move", { session, move: "7g7f" })).status, 409);
  await events.close();
});

checked("analysis, and a technique switched off in the middle of it", async () => {
  const session = await server.open("chess");
  const events = await listen(server, session);
  const on = await server.post("/api/analyse", { session, on: true, lines: 3 });
  assert.equal(on.thinking, "analyse");
  const lines = await events.until("lines", (e) => e.depth >= 5 && e.lines.length === 3);
  for (const line of lines.lines) {
    assert.ok(Number.isInteger(line.score.cp ?? line.score.mate));
    assert.match(line.people, /^1\. \S+/);
    assert.equal(line.wdl.reduce((a, b) => a + b), 1000);
  }
  const stats = await events.until("stats");
  assert.equal(stats.before, null);
  assert.ok(stats.techniques.some((t) => t.name === "nmp"));
  const usual = (await run(["params", "--game", "chess"])).stdout.match(/ rfp_margin +(\d+) /)[1];
  const set = await server.post("/api/set", { session, set: { nmp: "off", rfp_margin: 80 } });
  assert.deepEqual(set.params, [{ name: "nmp", value: "off", default: "on" }, { name: "rfp_margin", value: "80", default: usual }]);
  const after = await events.until("stats", (e) => e.before);
  assert.equal(after.label, "nmp=off rfp_margin=80");
  assert.equal(after.before.label, "default");
  assert.ok(after.before.nodes > 0 && after.before.depths.length > 0);
  const nmp = (run) => run.techniques.find((t) => t.name === "nmp").tries;
  if ((await server.get("/api/state")).features.counters) assert.ok(nmp(after.before) > 0);
  assert.equal(nmp(after), 0);
  assert.equal((await server.post("/api/stop", { session })).thinking, "idle");
  const hint = await server.post("/api/hint", { session });
  assert.match(hint.move, /^[a-h][1-8][a-h][1-8]$/);
  const done = await server.post("/api/analyse", { session, on: true, lines: 2, limit: { depth: 3 } });
  assert.equal(done.status, 200);
  assert.equal((await events.until("state", (s) => s.lines === 2 && !s.analysing)).thinking, "idle");
  assert.equal((await server.post("/api/set", { session, preset: "off", hash: 4 })).state.hash, 4);
  assert.deepEqual((await server.post("/api/set", { session, reset: true })).params, []);
  await events.close();
});

checked("reloading and a second listener: the state, the last lines and stats come at once", async () => {
  const session = await server.open("shogi");
  const events = await listen(server, session);
  await server.post("/api/move", { session, move: "7g7f" });
  await server.post("/api/analyse", { session, on: true, lines: 2, limit: { depth: 4 } });
  await events.until("state", (s) => s.lines === 2 && !s.analysing);
  await events.close();
  const again = await server.post("/api/open", { session, game: "shogi" });
  assert.equal(again.known, true);
  assert.equal(again.state.moves.length, 1);
  const later = await listen(server, session);
  assert.equal((await later.until("state")).moves[0].people, "▲７六歩");
  assert.equal((await later.until("lines")).ply, 1);
  assert.equal((await later.until("stats")).ply, 1);
  await later.close();
});

checked("games and positions in and out, in every format", async () => {
  const games = {
    chess: [["e2e4", "e7e5", "g1f3", "b8c6"], ["fen", "pgn", "uci"]],
    shogi: [["7g7f", "3c3d", "8h2b+", "3a2b"], ["sfen", "kif", "csa", "usi"]],
  };
  for (const [game, [moves, formats]] of Object.entries(games)) {
    const session = await server.open(game);
    let state;
    for (const move of moves) state = await server.post("/api/move", { session, move });
    for (const format of formats) {
      const saved = await server.get(`/api/save?session=${session}&format=${format}`);
      assert.equal(saved.filename, `tenuki-${game}.${format}`);
      // Another session, of the other game, that must recognise what it is given.
      const other = await server.open(game === "chess" ? "shogi" : "chess");
      const loaded = await server.post("/api/load", { session: other, text: saved.text });
      assert.equal(loaded.status, 200, loaded.error);
      assert.equal(loaded.game, game);
      assert.equal(loaded.position, state.position);
      const whole = !/fen$/.test(format);
      assert.deepEqual(loaded.moves.map((m) => m.move), whole ? moves : []);
      assert.equal((await server.post("/api/load", { session: other, text: saved.text, format })).status, 200);
    }
  }
  const session = await server.open("chess");
  const restored = await server.post("/api/load", {
    session, format: "uci", text: "position startpos moves e2e4", players: { first: "human", second: "engine" },
    level: { nodes: 50 }, clock: { first_ms: 1000000, second_ms: 2000000, inc_ms: 1000, byoyomi_ms: 0 },
  });
  assert.equal(restored.players.second, "engine");
  assert.ok(restored.clock.second_ms > 1000000);
  const plain = await server.post("/api/load", { session, text: "1. d4 d5 2. c4" });
  assert.deepEqual(plain.moves.map((m) => m.people), ["d4", "d5", "c4"]);
});

checked("a recorded tree: walked, explained, compared, judged", async () => {
  for (const game of ["chess", "shogi"]) {
    const session = await server.open(game);
    const tree = await server.post("/api/tree", { session, depth: 10, compare: { nmp: "off" } });
    assert.equal(tree.status, 200, tree.error);
    const left = Object.values(tree.summary.left).reduce((a, b) => a + b);
    assert.equal(tree.summary.recorded + left, tree.summary.total);
    assert.ok(tree.summary.diff.parts > 0);
    const at = (node, levels, more = "") => server.get(`/api/tree?session=${session}&tree=${tree.tree}&node=${node}&levels=${levels}${more}`);
    const top = await at(0, 2);
    assert.equal(top.ply, 0);
    let shown = 0;
    const judged = [];
    const walk = (node, level) => {
      if (node.more) return;
      shown++;
      assert.ok(level <= 2 || node.ply <= 2);
      if (node.judge) judged.push({ node: node.id, decision: null });
      for (const skip of node.skipped ?? []) {
        assert.ok(skip.why.length > 10 && skip.move && skip.people && Number.isInteger(skip.margin));
        if (skip.judge) judged.push({ node: node.id, decision: skip.decision });
      }
      for (const child of node.children) walk(child, level + 1);
    };
    walk(top, 0);
    assert.ok(shown > 10 && shown <= 2000 && judged.length > 5);
    // Three plies down, each with its position.
    let node = top;
    for (let ply = 1; ply <= 3; ply++) {
      const next = node.children.find((child) => child.role === "move" && child.children.length > 0);
      node = await at(next.id, 1);
      assert.equal(node.ply, ply);
      assert.equal(node.id, next.id);
      assert.match(node.position, /\//);
    }
    const japanese = await at(0, 2, "&lang=ja");
    assert.match(JSON.stringify(japanese), /置換表|ヌルムーブ|フューティリティ/);
    for (const one of judged.filter((_, i) => i % Math.ceil(judged.length / 8) === 0)) {
      const verdict = await server.post("/api/audit", { session, tree: tree.tree, ...one });
      assert.match(verdict.verdict, /^(right|wrong|undecided)$/);
      assert.ok(verdict.nodes > 0 && verdict.why.length > 10);
      if (verdict.verdict === "right") assert.equal(verdict.cost_cp, 0);
    }
    const diff = await server.get(`/api/tree/diff?session=${session}&tree=${tree.tree}`);
    assert.ok(diff.parts.length > 0 && diff.parts.length <= 500);
    assert.equal(diff.all, tree.summary.diff.parts);
    assert.equal((await at(10000000, 1)).status, 404);
    assert.equal((await server.post("/api/audit", { session, tree: tree.tree, node: top.id, decision: 10 ** 9 })).status, 400);
  }
});

checked("long work gives way to who wants something else", async () => {
  const session = await server.open("shogi");
  const events = await listen(server, session);
  const long = server.post("/api/tree", { session, depth: 30, nodes: 1000 });
  await events.until("state", (s) => s.thinking === "tree");
  assert.equal((await server.post("/api/stop", { session })).thinking, "idle");
  assert.equal((await long).status, 409);
  const hint = server.post("/api/hint", { session });
  await events.until("state", (s) => s.thinking === "hint");
  assert.equal((await server.post("/api/move", { session, move: "7g7f" })).ply, 1);
  assert.equal((await hint).status, 409);
  await server.post("/api/players", { session, players: { second: "engine" }, level: { ms: 600000 } });
  assert.equal((await server.post("/api/hint", { session })).status, 409);
  const state = await server.post("/api/stop", { session });
  assert.equal(state.moves.length, 2);
  await events.close();
});

checked("anything at all in the bodies", async () => {
  const session = await server.open("chess");
  let seed = 7;
  const below = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  const words = ["session", "game", "move", "ply", "players", "level", "clock", "text", "format", "set", "on", "lines", "limit",
    "depth", "nodes", "tree", "node", "decision", "variant", "number", "start", "first", "first_ms", "preset", "compare", "hash"];
  const values = [null, true, -1, 0, 1e300, 2 ** 53, "", "e2e4", "chess", "shogi", [], {}, "\u0001", "9".repeat(400), { nmp: "off" }, { nodes: 10 },
    "[Event \"x\"]\n1. e4 e5", "手合割：平手\n   1 ７六歩(77)\n", "V2\nPI\n+\n+7776FU"];
  const paths = ["open", "new", "move", "takeback", "goto", "resign", "declare", "players", "analyse", "stop", "set", "load", "audit"];
  for (let i = 0; i < 150; i++) {
    const body = { session };
    for (let k = below(5); k >= 0; k--) body[words[below(words.length)]] = values[below(values.length)];
    if (below(4)) body.session = session;
    const text = JSON.stringify(body);
    const answer = await server.post("/api/" + paths[below(paths.length)], below(5) ? text : text.slice(0, below(text.length)));
    assert.ok(answer.status === 200 || (answer.status >= 400 && answer.status < 500), `${answer.status} ${text}`);
  }
  await server.post("/api/stop", { session });
});

checked("eight tabs; a ninth takes the place of the longest idle one", async () => {
  const own = await start();
  const sessions = [];
  for (let i = 0; i < 8; i++) sessions.push(await own.open("chess"));
  const listeners = [];
  for (const session of sessions.slice(1)) listeners.push(await listen(own, session));
  const ninth = await own.open("chess");
  assert.equal((await own.post("/api/move", { session: sessions[0], move: "e2e4" })).status, 404);
  listeners.push(await listen(own, ninth));
  const refused = await own.post("/api/open", { game: "chess" });
  assert.equal(refused.status, 429);
  assert.equal((await own.post("/api/open", { session: ninth, game: "chess" })).known, true);
  for (const session of sessions.slice(1)) await own.post("/api/analyse", { session, on: true });
  // Told to end while all of them think and listen.
  const end = await own.stop();
  assert.deepEqual([end.status, end.errors], [0, ""]);
  for (const listener of listeners) await listener.ended;
});

checked("results of the laboratory", async () => {
  const openings = path.join(directory, "openings.epd");
  const file = path.join(directory, "match.db");
  const reports = path.join(directory, "reports.db");
  fs.writeFileSync(openings, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\n");
  const made = await run(["match", "--engine", "name=a", "level=2", "--engine", "name=b", "level=1", "--games", "4", "--openings", openings,
    "--maxmoves", "6", "--sprt", "elo0=0", "elo1=50", "--db", file]);
  if (/without SQLite/.test(made.stderr)) {
    const answer = await run(["web", "--port", "0", "--db", openings]);
    assert.deepEqual([answer.status, /without SQLite/.test(answer.stderr)], [2, true]);
    return;
  }
  await run(["ablate", "--file", openings, "--depth", "3", "--technique", "nmp", "--db", reports]);
  await run(["audit", "--file", openings, "--depth", "4", "--samples", "3", "--db", reports]);
  const own = await start("--db", file, "--db", reports);
  const { files } = await own.get("/api/lab");
  assert.deepEqual(files.map((f) => [f.name, f.kind, f.rows]), [["match.db", "match", 4], ["reports.db", "reports", 2]]);
  const match = await own.get("/api/lab/match?id=0");
  assert.equal(match.match.games, 4);
  assert.deepEqual(match.points.map((p) => p.games), [2, 4]);
  assert.equal(typeof match.points[1].llr, "number");
  const newest = await own.get("/api/lab/match?id=1");
  assert.deepEqual(newest.runs.map((one) => [one.run, one.kind]), [[1, "ablate"], [2, "audit"]]);
  assert.deepEqual([newest.run, newest.audit.positions, newest.ablate], [2, 1, undefined]);
  const first = await own.get("/api/lab/match?id=1&run=1");
  assert.deepEqual(first.ablate.variants.map((v) => v.name), ["base", "nmp"]);
  assert.equal((await own.get("/api/lab/match?id=1&run=3")).status, 409);
  assert.equal((await own.get("/api/lab/match?id=1&run=x")).status, 400);
  assert.equal((await own.get("/api/lab/match?id=2")).status, 404);
  assert.equal((await own.stop()).status, 0);
  for (const [name, message] of [["none.db", /none\.db: No such file/], ["openings.epd", /openings\.epd: no results of tenuki/]]) {
    const answer = await run(["web", "--port", "0", "--db", path.join(directory, name)]);
    assert.equal(answer.status, 2);
    assert.match(answer.stderr, message);
  }
});

checked("a port that is taken, and help", async () => {
  const taken = await run(["web", "--port", String(server.port)]);
  assert.equal(taken.status, 2);
  assert.match(taken.stderr, /cannot listen on 127\.0\.0\.1:\d+: Address already in use; --port 0/);
  assert.match((await run(["web", "--help"])).stdout, /--port=N/);
});

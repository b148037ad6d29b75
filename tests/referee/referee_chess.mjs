// SPDX-License-Identifier: GPL-3.0-or-later
// Chess judged by chess.js and by ffish (Fairy-Stockfish).
import { Chess } from "chess.js";
import loadFfish from "./ffish.mjs";
import { expectSame, expectSameSet, judge, readRows, samplePath } from "./sample.mjs";

const words = (field) => field.split(" ").filter((word) => word !== "");

const path = samplePath("chess");
const positions = readRows(path, "position");
const records = readRows(path, "record");

// chess.js does not know Chess960: such positions are its business only once nobody can castle.
judge("chess.js", "positions", positions, ([, fen, is960, check, end, moves, sans]) => {
  const castling = fen.split(" ")[2];
  if (is960 === "1" && castling !== "-") return false;
  const chess = new Chess(fen);
  const legal = chess.moves({ verbose: true });
  expectSameSet("moves", words(moves), legal.map((m) => m.from + m.to + (m.promotion ?? "")));
  const theirSan = new Map(legal.map((m) => [m.from + m.to + (m.promotion ?? ""), m.san]));
  expectSame("SAN", sans, words(moves).map((uci) => theirSan.get(uci)).join(" "));
  expectSame("FEN", fen, chess.fen());
  expectSame("check", check === "1", chess.inCheck());
  expectSame("mate", end === "mate", chess.isCheckmate());
  expectSame("stalemate", end === "stalemate", chess.isStalemate());
  // A wall of pawns can be dead as well, which chess.js does not ask.
  if (chess.isInsufficientMaterial() && end !== "stalemate")
    expectSame("too little material", end, "dead");
  if (end === "dead" && !chess.isInsufficientMaterial() && !/^[pPkK\d/]+ /.test(fen))
    throw new Error("called dead with pieces on the board");
});

judge("chess.js", "PGN games", records, ([, , is960, last, pgn]) => {
  if (is960 === "1") return false;
  const chess = new Chess();
  chess.loadPgn(JSON.parse(pgn));
  expectSame("last position", last, chess.fen());
});

const ffish = await loadFfish();

judge("ffish chess", "positions", positions, ([, fen, is960, check, , moves, sans]) => {
  const board = new ffish.Board("chess", fen, is960 === "1");
  expectSameSet("moves", words(moves), words(board.legalMoves()));
  expectSame("SAN", sans, words(moves).map((uci) => board.sanMove(uci)).join(" "));
  expectSame("check", check === "1", board.isCheck());
  board.delete();
});

// SPDX-License-Identifier: GPL-3.0-or-later
// Shogi judged by ffish (Fairy-Stockfish), tsshogi and shogiops.
import * as tsshogi from "tsshogi";
import { parseSfen } from "shogiops/sfen";
import { makeUsi, parseUsi } from "shogiops/util";
import { makeJapaneseMoveOrDrop } from "shogiops/notation/japanese";
import loadFfish from "./ffish.mjs";
import { expectSame, expectSameSet, judge, readRows, samplePath } from "./sample.mjs";

const words = (field) => field.split(" ").filter((word) => word !== "");

const path = samplePath("shogi");
const positions = readRows(path, "position");
const records = readRows(path, "record");

// ---- ffish: files are letters from the left, ranks numbers from below, sente is white ----

function fairyFen(sfen) {
  const [board, side, hand, number] = sfen.split(" ");
  const spellOut = (_, count, piece) => piece.repeat(Number(count));
  const pieces = hand === "-" ? "" : hand.replace(/(\d+)(.)/g, spellOut);
  return `${board}[${pieces}] ${side === "b" ? "w" : "b"} 0 ${number}`;
}

const fairySquare = (square) =>
  "abcdefghi"[9 - Number(square[0])] + (10 - ("abcdefghi".indexOf(square[1]) + 1));

function fairyMove(usi) {
  if (usi[1] === "*") return `${usi[0]}@${fairySquare(usi.slice(2))}`;
  return fairySquare(usi.slice(0, 2)) + fairySquare(usi.slice(2, 4)) + usi.slice(4);
}

const ffish = await loadFfish();
let pawnDropMates = 0;

// ffish takes mates by a pawn drop for legal: each move that it has and we have not must be one.
// Problems without an attacking king are beyond it.
judge("ffish shogi", "positions", positions, ([, sfen, kind, check, moves]) => {
  if (kind !== "game") return false;
  const board = new ffish.Board("shogi", fairyFen(sfen));
  const ours = new Set(words(moves).map(fairyMove));
  const theirs = words(board.legalMoves());
  const mates = theirs.filter((move) => {
    if (ours.has(move) || !move.startsWith("P@")) return false;
    board.push(move);
    const mate = board.isCheck() && board.numberLegalMoves() === 0;
    board.pop();
    return mate;
  });
  pawnDropMates += mates.length;
  expectSameSet("moves", [...ours, ...mates], theirs);
  expectSame("check", check === "1", board.isCheck());
  board.delete();
});
console.log(`referee ffish shogi: ${pawnDropMates} pawn-drop mates legal for it, not for us`);

// ---- tsshogi: every conceivable move is tried ----

const squares = [];
for (const file of "123456789") for (const rank of "abcdefghi") squares.push(file + rank);

// It reports a pawn-drop mate separately, not as an invalid move.
function isValid(position, usi) {
  const move = position.createMoveByUSI(usi);
  if (move === null || move.usi !== usi) return false;
  return position.isValidMove(move) && !position.isPawnDropMate(move);
}

const drops = [..."PLNSGBR"].flatMap((piece) => squares.map((to) => `${piece}*${to}`));

judge("tsshogi", "positions", positions, ([, sfen, kind, check, moves, names, before, last]) => {
  const position = tsshogi.Position.newBySFEN(sfen);
  if (position === null) throw new Error("SFEN refused");
  const ours = words(moves);
  const steps = [];
  for (const square of position.board.listNonEmptySquares()) {
    if (position.board.at(square).color !== position.color) continue;
    for (const to of squares) steps.push(square.usi + to, `${square.usi}${to}+`);
  }
  expectSameSet("moves", ours, [...drops, ...steps].filter((usi) => isValid(position, usi)));
  if (kind === "game") expectSame("check", check === "1", position.checked);
  expectSame("SFEN", sfen, position.getSFEN(Number(sfen.split(" ")[3])));
  const lastMove =
    last === "-" ? undefined : tsshogi.Position.newBySFEN(before).createMoveByUSI(last);
  const theirNames = ours.map((usi) =>
    tsshogi.formatMove(position, position.createMoveByUSI(usi), { lastMove, compatible: true }),
  );
  expectSame("names", names, theirNames.join(" "));
});

// Without the move number, which CSA cannot say.
const unnumbered = (sfen) => sfen.split(" ").slice(0, 3).join(" ");

judge("tsshogi", "CSA and KIF games", records, ([, first, moves, last, csa, kif]) => {
  for (const [name, text, read] of [
    ["CSA", csa, tsshogi.importCSA],
    ["KIF", kif, tsshogi.importKIF],
  ]) {
    const record = read(JSON.parse(text));
    if (record instanceof Error) throw new Error(`${name} refused: ${record.message}`);
    const theirs = record.moves
      .filter((node) => node.move instanceof tsshogi.Move)
      .map((node) => node.move.usi);
    expectSame(`${name} start`, unnumbered(first), unnumbered(record.initialPosition.sfen));
    expectSame(`${name} moves`, moves, theirs.join(" "));
    while (record.goForward()) continue;
    expectSame(`${name} end`, unnumbered(last), unnumbered(record.position.sfen));
  }
});

// ---- shogiops ----

// It writes 行 for a dragon or a horse that goes forward, as was once the custom; we write 上.
judge("shogiops", "positions", positions, ([, sfen, kind, check, moves, names, , last]) => {
  const position = parseSfen("standard", sfen, kind === "game").unwrap();
  const ours = words(moves);
  const theirs = [];
  for (const [from, dests] of position.allMoveDests())
    for (const to of dests)
      for (const promotion of [false, true]) {
        const move = { from, to, promotion };
        if (position.isLegal(move)) theirs.push(makeUsi(move));
      }
  for (const [role, dests] of position.allDropDests()) {
    const piece = role.split(" ").pop();
    for (const to of dests) theirs.push(makeUsi({ role: piece, to }));
  }
  expectSameSet("moves", ours, theirs);
  expectSame("check", check === "1", position.isCheck());
  const lastDest = last === "-" ? undefined : parseUsi(last).to;
  const theirNames = ours.map((usi) =>
    makeJapaneseMoveOrDrop(position, parseUsi(usi), lastDest).replace("行", "上"),
  );
  expectSame("names", names.replace(/[▲△]/g, ""), theirNames.join(" "));
});

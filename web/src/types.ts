// SPDX-License-Identifier: GPL-3.0-or-later
// What the server sends: docs/web-api.md in types.

export type Game = "chess" | "shogi";
export type Side = "first" | "second";
export type Player = "human" | "engine";
export type Players = Record<Side, Player>;
export type Level = { nodes: number } | { level: number } | { ms: number } | { full: true };

export interface PlayedMove {
  move: string;
  people: string;
  western: string;
  fen: string;
  ms: number | null;
  score: number | null;
  depth: number | null;
}

export interface ClockState {
  first_ms: number;
  second_ms: number;
  running: Side | null;
  byoyomi_ms: number;
  inc_ms: number;
  in_byoyomi: Record<Side, boolean>;
}

export interface Changed {
  name: string;
  value: string | number;
  default: string | number;
}

export type Thinking = "idle" | "move" | "hint" | "analyse" | "tree";

export interface State {
  session: string;
  game: Game;
  variant: string;
  start: string;
  ply: number;
  moves: PlayedMove[];
  position: string;
  turn: Side;
  check: string | null;
  last: string | null;
  legal: string[];
  end: null | { result: string; reason: string; people: string };
  players: Players;
  level: Level;
  clock: ClockState | null;
  thinking: Thinking;
  analysing: boolean;
  can_declare: boolean;
  params: Changed[];
  threads: number;
  hash: number;
  lines: number;
}

export type Score = { cp: number } | { mate: number };

export interface Line {
  line: number;
  score: Score;
  bound: "exact" | "lower" | "upper";
  wdl?: [number, number, number];
  pv: string[];
  people: string;
  western: string;
}

export interface Lines {
  ply: number;
  depth: number;
  seldepth: number;
  nodes: number;
  nps: number;
  ms: number;
  hashfull: number;
  lines: Line[];
}

export interface TechniqueCount {
  name: string;
  tries: number;
  cuts: number;
  share: number;
}

export interface Run {
  nodes: number;
  ms: number;
  label: string;
  depth: number;
  depths: { depth: number; nodes: number; ms: number }[];
  techniques: TechniqueCount[];
}

export interface Stats extends Run {
  ply: number;
  before: Run | null;
}

export interface Parameter {
  name: string;
  value: string | number;
  default: string | number;
  min: number;
  max: number;
  step: number;
  text: string;
  choices?: string[];
}

export interface Technique {
  name: string;
  group: string | null;
  text: string;
  switchable: boolean;
  default_on: boolean;
  params: Parameter[];
}

export interface Params {
  techniques: Technique[];
  presets: { name: string; text: string }[];
}

export interface LevelRow {
  level: number;
  nodes: number;
  elo: number | null;
  name: string;
}

export interface Handicap {
  name: string;
  ja: string;
  sfen: string;
}

/** A decision about a move, or about the whole node when it names none. */
export interface Decision {
  decision: number;
  move?: string;
  people?: string;
  western?: string;
  by: string;
  outcome: string;
  margin: number;
  judge: boolean;
  why: string;
}

export interface TreeNode {
  id: number;
  move: string | null;
  people: string | null;
  western: string | null;
  role: string;
  type: string;
  depth: number;
  ply: number;
  alpha: number;
  beta: number;
  score: number | null;
  bound: string;
  eval: number | null;
  reduction: number;
  nodes: number;
  in_check: boolean;
  by: string | null;
  judge: boolean;
  why: string | null;
  children: (TreeNode | { more: number })[];
  /** Only of nodes whose children are shown. */
  skipped?: Decision[];
  /** Of the node that was asked for. */
  decisions?: Decision[];
  position?: string;
}

export interface Verdict {
  verdict: "right" | "wrong" | "undecided";
  score: number | null;
  bound: number | null;
  nodes: number;
  cost_cp: number | null;
  why: string;
}

export interface Hint {
  move: string;
  people: string;
  western: string;
  score: Score | number | null;
}

export interface Progress {
  what: string;
  done: number;
  all: number;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// What the page knows, in one place, and who wants to hear of a change.
import type { Lines, Params, Progress, State, Stats } from "./types";

interface Topics {
  state: State;
  lines: Lines | null;
  stats: Stats | null;
  progress: Progress | null;
  message: string;
  connected: boolean;
  params: Params;
  preview: Preview | null;
  arrows: Arrow[];
  orientation: boolean;
}

/** A position shown instead of the game's, from the tree. */
export interface Preview {
  position: string;
  last: string | null;
  label: string;
}

export interface Arrow {
  move: string;
  rank: number;
}

type Listener<T> = (value: T) => void;

class Store {
  state: State | null = null;
  lines: Lines | null = null;
  stats: Stats | null = null;
  progress: Progress | null = null;
  params: Params | null = null;
  preview: Preview | null = null;
  arrows: Arrow[] = [];
  connected = false;
  flipped = false;
  private listeners = new Map<keyof Topics, Set<Listener<never>>>();

  on<K extends keyof Topics>(topic: K, listener: Listener<Topics[K]>): void {
    let set = this.listeners.get(topic);
    if (!set) this.listeners.set(topic, (set = new Set()));
    set.add(listener as Listener<never>);
  }

  /** The page is built anew, in another language: its old parts listen no more. */
  forget(): void {
    this.listeners.clear();
  }

  tell<K extends keyof Topics>(topic: K, value: Topics[K]): void {
    const kept: Record<string, unknown> = this as unknown as Record<string, unknown>;
    if (topic === "orientation") this.flipped = value as boolean;
    else if (topic !== "message") kept[topic] = value;
    for (const listener of this.listeners.get(topic) ?? []) (listener as Listener<Topics[K]>)(value);
  }
}

export const store = new Store();

// SPDX-License-Identifier: GPL-3.0-or-later
// Words for a screen reader, and short notices for everybody.
import { h } from "./dom";

const region = h("div", { class: "unseen", role: "status", "aria-live": "polite" });
const notices = h("div", { class: "notices", role: "alert" });

export function mountLive(): void {
  document.body.append(region, notices);
}

export function announce(text: string): void {
  region.textContent = text;
}

export function notice(text: string): void {
  for (const old of notices.children) if (old.textContent === text) old.remove();
  const box = h("div", { class: "notice" }, text);
  notices.append(box);
  setTimeout(() => box.remove(), 6000);
  while (notices.children.length > 3) notices.firstElementChild?.remove();
}

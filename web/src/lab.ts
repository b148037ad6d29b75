// SPDX-License-Identifier: GPL-3.0-or-later
import { h } from "./dom";

export class LabPanel {
  readonly element = h("div", { class: "panel lab" });
  opened(): void {}
}

// SPDX-License-Identifier: GPL-3.0-or-later
// The page: built once, and again when its language or look changes; what it knows stays in the store.
import { BoardView } from "./boardview";
import { fill, h } from "./dom";
import { ExplorePanel } from "./explore";
import { header } from "./header";
import { t } from "./i18n";
import { listenToKeys } from "./keys";
import { LabPanel } from "./lab";
import { mountLive, notice } from "./live";
import { PlayPanel } from "./play";
import { applyTheme, prefs } from "./prefs";
import { open } from "./session";
import { store } from "./store";
import { Tabs } from "./tabs";
import { drawArrows, WatchPanel } from "./watch";

let tabs: Tabs | null = null;
let board: BoardView | null = null;

function build(): void {
  store.forget();
  board?.destroy();
  document.documentElement.lang = prefs.language;
  const lost = h("p", { class: "lost", role: "alert", hidden: true }, t("connectionLost"));
  store.on("message", notice);
  store.on("connected", (on) => (lost.hidden = on));
  const lab = new LabPanel();
  board = new BoardView();
  tabs = new Tabs(
    {
      play: new PlayPanel().element,
      watch: new WatchPanel().element,
      explore: new ExplorePanel().element,
      lab: lab.element,
    },
    (tab) => {
      if (tab === "lab") lab.opened();
      drawArrows(store.lines);
    },
  );
  const page = document.getElementById("page");
  if (page) fill(page, header(build), lost, h("main", {}, board.element, tabs.element));
}

applyTheme();
mountLive();
build();
listenToKeys((name) => tabs?.open(name));
void open();

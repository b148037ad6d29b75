// SPDX-License-Identifier: GPL-3.0-or-later
// Games and positions in and out: as text, or as a file of the person's own choice.
import { dialog, field, h, select } from "./dom";
import { t } from "./i18n";
import { command, complain, save } from "./session";
import { store } from "./store";
import type { Game } from "./types";

const FORMATS: Record<Game, { value: string; text: string }[]> = {
  chess: [
    { value: "pgn", text: "PGN" },
    { value: "fen", text: "FEN" },
  ],
  shogi: [
    { value: "kif", text: "KIF" },
    { value: "csa", text: "CSA" },
    { value: "sfen", text: "SFEN" },
  ],
};

/** A file as text: UTF-8 if it is that, else the Shift-JIS of old KIF files. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("shift_jis").decode(bytes);
  }
}

export function openLoad(): void {
  if (document.querySelector("dialog[open]")) return;
  const text = h("textarea", { name: "text", rows: 12, spellcheck: "false", "aria-label": t("loadText") });
  const format = select(
    { name: "format" },
    [{ value: "auto", text: t("auto") }, ...FORMATS.chess, ...FORMATS.shogi],
    "auto",
  );
  const file = h("input", {
    type: "file",
    "aria-label": t("chooseFile"),
    accept: ".pgn,.fen,.epd,.kif,.kifu,.csa,.sfen,.usi,.txt",
    change: () => {
      const chosen = file.files?.[0];
      if (chosen)
        void textOf(chosen)
          .then((read) => (text.value = read))
          .catch(complain);
    },
  });
  const box = dialog(
    t("load"),
    t("close"),
    h(
      "form",
      {
        submit: (event) => {
          event.preventDefault();
          store.tell("stats", null);
          void command("load", { text: text.value, format: format.value }).then((good) => good && box.close());
        },
      },
      h("p", { class: "hint" }, t("loadHelp")),
      text,
      h("div", { class: "row" }, file, field(t("format"), format)),
      h("div", { class: "buttons" }, h("button", { type: "submit", class: "main" }, t("load"))),
    ),
  );
  text.focus();
}

export function openSave(): void {
  const state = store.state;
  if (!state || document.querySelector("dialog[open]")) return;
  const text = h("textarea", {
    name: "text",
    rows: 12,
    readonly: true,
    spellcheck: "false",
    "aria-label": t("saveText"),
  });
  const formats = FORMATS[state.game];
  let name = "game.txt";
  const format = select({ name: "format", change: () => void fetchText() }, formats, formats[0]?.value ?? "");
  async function fetchText(): Promise<void> {
    try {
      const wanted = format.value;
      const saved = await save(wanted);
      // An answer may be overtaken by that to a later choice.
      if (wanted !== format.value) return;
      text.value = saved.text;
      name = saved.filename;
    } catch (error) {
      complain(error);
    }
  }
  function download(): void {
    const address = URL.createObjectURL(new Blob([text.value], { type: "text/plain;charset=utf-8" }));
    const link = h("a", { href: address, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }
  function copy(): void {
    text.select();
    void navigator.clipboard
      ?.writeText(text.value)
      .then(() => store.tell("message", t("copied")))
      .catch(complain);
  }
  dialog(
    t("save"),
    t("close"),
    field(t("format"), format),
    text,
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", click: copy }, t("copy")),
      h("button", { type: "button", class: "main", click: download }, t("download")),
    ),
  );
  void fetchText();
}

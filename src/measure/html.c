/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/html.h"

#include "base/report.h"
#include "base/version.h"

#include <stdarg.h>
#include <stdio.h>

/* The series colours are those of Okabe and Ito (2008), which the colour-blind can tell apart. */
static const char STYLE[] =
    ":root{color-scheme:light dark;--bg:#fff;--ink:#1c1f23;--soft:#5c646e;--line:#d9dee4;"
    "--band:#f4f6f8;--s0:#0072b2;--s1:#d55e00;--s2:#009e73;--s3:#cc79a7;--s4:#b98900;--s5:#3a9bd0}"
    "@media(prefers-color-scheme:dark){:root{--bg:#15181c;--ink:#e6e9ec;--soft:#9aa4af;"
    "--line:#343b43;--band:#1d2227;--s0:#56b4e9;--s1:#f08a4b;--s2:#2fc59a;--s3:#dd9cc0;"
    "--s4:#e0b83c;--s5:#8fd0f5}}"
    "*{box-sizing:border-box}"
    "body{margin:0 auto;padding:1.5rem 1rem 3rem;max-width:62rem;background:var(--bg);"
    "color:var(--ink);font:16px/1.5 system-ui,sans-serif}"
    "h1{font-size:1.6rem;line-height:1.2;margin:0 0 .25rem}"
    "h2{font-size:1.15rem;margin:2.25rem 0 .5rem}"
    "p{margin:.5rem 0;max-width:44rem}.sub,footer{color:var(--soft)}"
    "footer{margin-top:3rem;font-size:.85rem}"
    "pre{background:var(--band);padding:.6rem .8rem;border-radius:6px;font-size:.85rem;"
    "white-space:pre-wrap;overflow-wrap:anywhere}"
    ".table{overflow-x:auto;margin:.75rem 0}"
    "table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}"
    "th,td{padding:.3rem .6rem;text-align:left;border-bottom:1px solid var(--line);"
    "white-space:nowrap}"
    "th{color:var(--soft);font-weight:600;vertical-align:bottom;white-space:normal}"
    "tbody tr:nth-child(even){background:var(--band)}.n{text-align:right}"
    "figure{display:inline-block;vertical-align:top;width:28.5rem;max-width:100%;margin:1rem 1rem "
    "0 "
    "0}"
    "figcaption{font-weight:600;font-size:.95rem;margin-bottom:.3rem}"
    "svg{display:block;width:100%;height:auto;font:13px system-ui,sans-serif;fill:var(--ink)}"
    ".grid{stroke:var(--line)}.zero{stroke:var(--soft)}.tick{fill:var(--soft);font-size:12px}"
    ".err{stroke:var(--ink);stroke-width:1.5;fill:none}"
    ".trace{fill:none;stroke-width:2;stroke-linejoin:round}"
    ".f0{fill:var(--s0)}.f1{fill:var(--s1)}.f2{fill:var(--s2)}.f3{fill:var(--s3)}"
    ".f4{fill:var(--s4)}.f5{fill:var(--s5)}"
    ".l0{stroke:var(--s0)}.l1{stroke:var(--s1)}.l2{stroke:var(--s2)}.l3{stroke:var(--s3)}"
    ".l4{stroke:var(--s4)}.l5{stroke:var(--s5)}";

void html_escape(Text *text, const char *string)
{
    Span rest = span_of(string);
    while (rest.length > 0) {
        int32_t point = span_next_codepoint(&rest);
        switch (point) {
        case '&': text_add(text, "&amp;"); break;
        case '<': text_add(text, "&lt;"); break;
        case '>': text_add(text, "&gt;"); break;
        case '"': text_add(text, "&quot;"); break;
        case '\'': text_add(text, "&#39;"); break;
        default: {
            /* Control characters are no HTML. */
            bool allowed =
                point == '\n' || point == '\t' || (point >= 0x20 && point < 0x7f) || point >= 0xa0;
            text_add_codepoint(text, allowed ? (uint32_t)point : 0xfffd);
        }
        }
    }
}

static void add_element(Text *text, const char *open, const char *content, const char *close)
{
    text_add(text, open);
    html_escape(text, content);
    text_add(text, close);
}

void html_begin(Text *text, const char *title, const char *subtitle)
{
    text_add(text, "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n");
    add_element(text, "<title>", title, "</title>\n<style>");
    text_add(text, STYLE);
    add_element(text, "</style>\n<body>\n<h1>", title, "</h1>\n");
    add_element(text, "<p class=\"sub\">", subtitle, "</p>\n");
}

void html_end(Text *text)
{
    text_add(text, "<footer>Made by Tenuki " TENUKI_VERSION ".</footer>\n</body>\n</html>\n");
}

void html_heading(Text *text, const char *heading)
{
    add_element(text, "<h2>", heading, "</h2>\n");
}

void html_paragraph(Text *text, const char *paragraph)
{
    add_element(text, "<p>", paragraph, "</p>\n");
}

void html_code(Text *text, const char *code) { add_element(text, "<pre>", code, "</pre>\n"); }

/* ---- Tables ---- */

static const char *align(const HtmlColumn *column) { return column->number ? " class=\"n\"" : ""; }

void html_table_begin(HtmlTable *table, Text *text, const HtmlColumn *columns, int count)
{
    *table = (HtmlTable){.text = text, .columns = columns, .count = count};
    text_add(text, "<div class=\"table\"><table>\n<thead><tr>");
    for (int i = 0; i < count; i++) {
        text_printf(text, "<th%s>", align(&columns[i]));
        html_escape(text, columns[i].title);
        text_add(text, "</th>");
    }
    text_add(text, "</tr></thead>\n<tbody>\n");
}

void html_table_cell(HtmlTable *table, const char *format, ...)
{
    char cell[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(cell, sizeof cell, format, args);
    va_end(args);
    text_printf(table->text, "%s<td%s>", table->at == 0 ? "<tr>" : "",
                align(&table->columns[table->at]));
    html_escape(table->text, cell);
    text_add(table->text, "</td>");
    if (++table->at == table->count) {
        text_add(table->text, "</tr>\n");
        table->at = 0;
    }
}

void html_table_end(HtmlTable *table)
{
    if (table->at != 0)
        BUG("a row of %d cells has only %d", table->count, table->at);
    text_add(table->text, "</tbody></table></div>\n");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* tenuki data import: scored games of others, from text. */

#include "data/import.h"
#include "lab/data_command.h"
#include "lab/problems.h"
#include "lab/progress.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LINE_MAX_BYTES = 1 << 20, COMPLAINTS = 10 };

typedef struct {
    const char *in, *out, *format_name;
    int64_t percent; /* 0: as usual for the format */
    bool json;
    ImportFormat format;
    DataWriter *writer;
    Progress progress;
    int64_t size; /* of the text; 0: nobody knows */
    int64_t lines, games, positions, refused;
    Diag diag; /* of the writer */
} Import;

static bool keep_game(void *context, const DataGame *game)
{
    Import *import = context;
    if (!data_write(import->writer, (uint32_t)import->games + 1, game, &import->diag))
        return false;
    import->games++;
    import->positions += game->count;
    return true;
}

static void refuse(Import *import, const char *reason)
{
    if (++import->refused <= COMPLAINTS) {
        progress_end(&import->progress);
        options_complain("data import", "%s, line %" PRId64 ": %s", problems_base_name(import->in),
                         import->lines, reason);
    }
}

static void read_lines(Import *import, Importer *importer, FILE *file)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    while (!import_is_over(importer) && (length = getline(&line, &capacity, file)) >= 0) {
        Diag diag;
        diag_clear(&diag);
        import->lines++;
        if (length > LINE_MAX_BYTES)
            refuse(import, "longer than 1 MiB");
        else if (!import_line(importer, (Span){line, (size_t)length}, &diag))
            refuse(import, diag.error);
        progress_show_part(&import->progress, import->size ? ftello(file) : 0, import->size,
                           import->lines, "lines");
    }
    import_end(importer);
    free(line);
}

static int report(const Import *import)
{
    if (import->json)
        printf("{\"lines\": %" PRId64 ", \"games\": %" PRId64 ", \"positions\": %" PRId64
               ", \"refused\": %" PRId64 "}\n",
               import->lines, import->games, import->positions, import->refused);
    else
        printf("%" PRId64 " games with %" PRId64 " positions from %" PRId64 " lines, %" PRId64
               " lines refused\n",
               import->games, import->positions, import->lines, import->refused);
    return import->refused ? EXIT_CHECK_FAILED : EXIT_GOOD;
}

static int run(Import *import)
{
    bool is_stdin = strcmp(import->in, "-") == 0;
    FILE *file = is_stdin ? stdin : fopen(import->in, "r");
    if (!file)
        return options_complain("data import", "error: %s: %s", import->in, strerror(errno));
    struct stat facts;
    if (fstat(fileno(file), &facts) == 0 && S_ISREG(facts.st_mode))
        import->size = facts.st_size;
    int percent = import->percent ? (int)import->percent : import_usual_percent(import->format);
    Text settings = TEXT_EMPTY;
    text_printf(&settings, "command = import\ngame = chess\nformat = %s\nscore_percent = %d\n",
                import->format_name, percent);
    diag_clear(&import->diag);
    import->writer = data_create(import->out, &chess_ops, text_cstr(&settings), &import->diag);
    text_free(&settings);
    if (import->writer) {
        Importer *importer = import_new(import->format, percent, keep_game, import);
        progress_begin(&import->progress, "data import");
        read_lines(import, importer, file);
        progress_end(&import->progress);
        import_free(importer);
        data_finish(import->writer, &import->diag);
    }
    if (ferror(file))
        diag_error(&import->diag, "%s: could not read all of it", import->in);
    if (!is_stdin)
        fclose(file);
    if (import->diag.error[0])
        return options_complain("data import", "error: %s", import->diag.error);
    return report(import);
}

int data_import_command(int argc, char **argv)
{
    Import import = {.in = "-"};
    const Option options[] = {
        {"format", "tcec|binpack-text", OPTION_CHOICE, &import.format_name, 0, 0,
         "tcec: result;std|frc;start or -;SAN:cp ... from White, one game a line. binpack-text: "
         "FEN;move;score;result from the side to move, one position a line"},
        {"in", "FILE", OPTION_TEXT, &import.in, 0, 0, "The text (default: standard input)"},
        {"out", "FILE", OPTION_TEXT, &import.out, 0, 0, "The file of games to write"},
        {"score-percent", "N", OPTION_NUMBER, &import.percent, 1, 1000,
         "What scores are multiplied by, in hundredths (default tcec 100, binpack-text 48: "
         "Stockfish's inner unit)"},
        {"json", NULL, OPTION_FLAG, &import.json, 0, 0, "One JSON object for programs"},
    };
    options_parse("Reads scored chess games of others and writes a file of games. A line that "
                  "makes no sense is named and left out, and the exit status is 1 then.",
                  options, COUNT_OF(options), argc, argv);
    if (!import.format_name || !import_format_find(span_of(import.format_name), &import.format))
        return options_complain("data import", "error: --format must be tcec or binpack-text");
    if (!import.out)
        return options_complain("data import", "error: --out is needed");
    return run(&import);
}

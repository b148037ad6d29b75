/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Intervals, and reports that hold whatever they are given. */

#include "base/rng.h"
#include "measure/html.h"
#include "measure/interval.h"
#include "measure/plot.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Numbers in and out ---- */

Test(measure, decimal_numbers_are_read_whole_or_not_at_all)
{
    double value = 7;
    cr_assert(span_to_double(span_of("-1.75"), -2, 2, &value) && value == -1.75);
    cr_assert(span_to_double(span_of(".5"), 0, 1, &value) && value == 0.5);
    cr_assert(span_to_double(span_of("3."), 0, 9, &value) && value == 3);
    static const char *const BAD[] = {"", "-", ".", "1.2.3", "1e2", "inf", "0x1", " 1", "1 ", "10"};
    for (size_t i = 0; i < COUNT_OF(BAD); i++)
        cr_assert(!span_to_double(span_of(BAD[i]), -9, 9, &value) && value == 3, "'%s'", BAD[i]);
    char digits[1000];
    memset(digits, '9', sizeof digits);
    cr_assert(!span_to_double((Span){digits, sizeof digits}, -9, 9, &value));
    digits[1] = '.';
    cr_assert(!span_to_double((Span){digits, sizeof digits}, -9, 9, &value) && value == 3);
}

Test(measure, json_numbers_are_json)
{
    Text text = TEXT_EMPTY;
    text_add_json_number(&text, 1.25, 2);
    text_add_char(&text, ' ');
    text_add_json_number(&text, INFINITY, 2);
    text_add_char(&text, ' ');
    text_add_json_number(&text, NAN, 2);
    cr_assert_str_eq(text_cstr(&text), "1.25 null null");
    text_free(&text);
}

/* ---- Intervals ---- */

/* Wilson's interval of 5 in 50 and of 1 in 10, as textbooks and R's binom package print it. */
Test(measure, wilson_interval)
{
    Interval w = interval_wilson(5, 50);
    cr_assert_float_eq(w.low, 0.0434752, 1e-6);
    cr_assert_float_eq(w.high, 0.2136024, 1e-6);
    w = interval_wilson(0, 10);
    cr_assert(w.value == 0 && w.low == 0);
    cr_assert_float_eq(w.high, 0.2775328, 1e-6);
    w = interval_wilson(10, 10);
    cr_assert(w.value == 1 && w.high == 1);
    cr_assert_float_eq(w.low, 0.7224672, 1e-6);
    w = interval_wilson(0, 0);
    cr_assert(w.value == 0 && w.low == 0 && w.high == 1);
}

static double mean_of(const void *context, const int *items, int count)
{
    const double *numbers = context;
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += numbers[items[i]];
    return sum / count;
}

/* Of the mean of uniform numbers it must be near what the normal distribution says. */
Test(measure, bootstrap_interval)
{
    enum { COUNT = 400 };
    double numbers[COUNT], variance = 0;
    Rng rng = {5};
    for (int i = 0; i < COUNT; i++)
        numbers[i] = (double)rng_below(&rng, 1000000) / 1e6;
    double mean = numbers_mean(numbers, COUNT);
    for (int i = 0; i < COUNT; i++)
        variance += pow(numbers[i] - mean, 2) / COUNT;
    double half = 1.96 * sqrt(variance / COUNT);
    Interval found = interval_bootstrap(COUNT, mean_of, numbers, 1);
    cr_assert_float_eq(found.value, mean, 1e-12);
    cr_assert_float_eq(found.low, mean - half, half / 10);
    cr_assert_float_eq(found.high, mean + half, half / 10);
    Interval again = interval_bootstrap(COUNT, mean_of, numbers, 1);
    cr_assert(again.low == found.low && again.high == found.high);
    Interval none = interval_bootstrap(0, mean_of, numbers, 1);
    cr_assert(none.value == 0 && none.low == 0 && none.high == 0);
}

Test(measure, medians)
{
    const double odd[] = {5, 1, 3}, even[] = {4, 1, 3, 2};
    cr_assert_eq(numbers_median(odd, 3), 3);
    cr_assert_eq(numbers_median(even, 4), 2.5);
    cr_assert_eq(numbers_median(NULL, 0), 0);
}

/* ---- Reports ---- */

static int count_of(const Text *text, const char *what)
{
    int count = 0;
    for (const char *at = text_cstr(text); (at = strstr(at, what)); at++)
        count++;
    return count;
}

Test(measure, everything_is_escaped)
{
    static const char HOSTILE[] = "<script>alert('x')</script>\"&\x01\xff";
    const double x[] = {0, 1}, y[] = {1, 2};
    const HtmlColumn columns[] = {{HOSTILE, false}, {HOSTILE, true}};
    const PlotBar bar = {HOSTILE, 1, 0, 2};
    const PlotSeries series = {HOSTILE, x, y, 2};
    Text text = TEXT_EMPTY;
    HtmlTable table;
    html_begin(&text, HOSTILE, HOSTILE);
    html_heading(&text, HOSTILE);
    html_paragraph(&text, HOSTILE);
    html_code(&text, HOSTILE);
    html_table_begin(&table, &text, columns, 2);
    html_table_cell(&table, "%s", HOSTILE);
    html_table_cell(&table, "%d", 5);
    html_table_end(&table);
    plot_bars(&text, &(PlotBars){HOSTILE, HOSTILE, &bar, 1, 0});
    plot_lines(&text, &(PlotLines){HOSTILE, HOSTILE, HOSTILE, &series, 1});
    plot_histogram(&text, &(PlotHistogram){HOSTILE, HOSTILE, y, 2});
    html_end(&text);
    cr_assert_eq(count_of(&text, "<script"), 0);
    cr_assert_eq(count_of(&text, "'x'"), 0);
    cr_assert_gt(count_of(&text, "&lt;script&gt;alert(&#39;x&#39;)"), 5);
    cr_assert_eq(count_of(&text, "\x01"), 0);
    cr_assert_eq(count_of(&text, "\xff"), 0);
    cr_assert_eq(count_of(&text, "http"), 0, "nothing is fetched from anywhere");
    cr_assert_eq(count_of(&text, "<figure>"), count_of(&text, "</figure>"));
    text_free(&text);
}

/* Whatever the numbers, no coordinate is infinite or undefined. */
Test(measure, plots_hold_any_numbers)
{
    static const double ODD[] = {0,    -0.0, 1,        -1,        1e-300, 1e300, -1e300,
                                 3e14, NAN,  INFINITY, -INFINITY, 1e-9,   42};
    enum { COUNT = COUNT_OF(ODD) };
    for (int a = 0; a < COUNT; a++)
        for (int b = 0; b < COUNT; b++) {
            const double x[] = {ODD[a], ODD[b]}, y[] = {ODD[b], ODD[a]};
            const PlotBar bars[] = {{"a", ODD[a], ODD[b], ODD[a]}, {"b", ODD[b], ODD[a], ODD[b]}};
            const PlotSeries series = {"s", x, y, 2};
            Text text = TEXT_EMPTY;
            plot_bars(&text, &(PlotBars){"t", "a", bars, 2, 1});
            plot_lines(&text, &(PlotLines){"t", "x", "y", &series, 1});
            plot_histogram(&text, &(PlotHistogram){"t", "x", x, 2});
            cr_assert_eq(count_of(&text, "nan") + count_of(&text, "inf"), 0, "%g %g: %s", ODD[a],
                         ODD[b], text_cstr(&text));
            cr_assert_lt(text.length, 30000);
            text_free(&text);
        }
}

Test(measure, axes_have_round_numbers)
{
    const PlotBar bars[] = {{"a", 37.3, 31, 44}, {"b", -12, 0, 0}};
    Text text = TEXT_EMPTY;
    plot_bars(&text, &(PlotBars){"t", "percent", bars, 2, 1});
    static const char *const TICKS[] = {">-20<", ">0<", ">20<", ">40<", ">60<"};
    for (size_t i = 0; i < COUNT_OF(TICKS); i++)
        cr_assert_eq(count_of(&text, TICKS[i]), 1, "%s in %s", TICKS[i], text_cstr(&text));
    text_free(&text);
}

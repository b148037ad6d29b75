/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/regress.h"

#include <criterion/criterion.h>

Test(regress, verdicts)
{
    const Thresholds thresholds = {.nodes_percent = 10, .speed_percent = 2};
    static const struct {
        Measure measure;
        Verdict verdict;
    } cases[] = {
        {{.kind = MEASURE_NODES, .value = 100}, VERDICT_NEW},
        {{.kind = MEASURE_NODES, .value = 110, .has_last = true, .last = 100}, VERDICT_SAME},
        {{.kind = MEASURE_NODES, .value = 111, .has_last = true, .last = 100}, VERDICT_WORSE},
        {{.kind = MEASURE_NODES, .value = 89, .has_last = true, .last = 100}, VERDICT_BETTER},
        {{.kind = MEASURE_SOLVED, .value = 5}, VERDICT_NEW},
        {{.kind = MEASURE_SOLVED, .value = 5, .has_last = true, .last = 5}, VERDICT_SAME},
        {{.kind = MEASURE_SOLVED, .value = 4, .has_last = true, .last = 5}, VERDICT_WORSE},
        {{.kind = MEASURE_SOLVED, .value = 6, .has_last = true, .last = 5}, VERDICT_BETTER},
        /* Slower, but not surely; surely, but too little; both; faster. The last ratio is nothing
         * to go by. */
        {{.kind = MEASURE_RATIO, .value = 0.9, .low = 0.8, .high = 1.01}, VERDICT_SAME},
        {{.kind = MEASURE_RATIO, .value = 0.99, .low = 0.985, .high = 0.995}, VERDICT_SAME},
        {{.kind = MEASURE_RATIO, .value = 0.97, .low = 0.96, .high = 0.98}, VERDICT_WORSE},
        {{.kind = MEASURE_RATIO, .value = 1.1, .low = 1.05, .high = 1.2}, VERDICT_BETTER},
        {{.kind = MEASURE_RATIO,
          .value = 1,
          .low = 0.99,
          .high = 1.01,
          .has_last = true,
          .last = 2},
         VERDICT_SAME},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        cr_assert_eq(measure_judge(&cases[i].measure, &thresholds), cases[i].verdict, "case %zu",
                     i);
}

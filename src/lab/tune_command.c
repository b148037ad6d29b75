/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/tune_command.h"

#include "lab/tune_eval.h"

#include <string.h>

int tune_command(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "eval") == 0)
        return tune_eval_command(argc - 1, argv + 1);
    return 2;
}

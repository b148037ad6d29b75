/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_PARAMS_OPTIONS_H
#define TENUKI_LAB_PARAMS_OPTIONS_H

/* The options by which every searching command takes parameters. A command puts
 * PARAMS_OPTION_ROWS(&asked) into its table, parses, and calls params_options_resolve. */

#include "lab/options.h"
#include "param/params.h"

typedef struct {
    const char *preset, *config, *plugin;
    OptionList settings;
    bool lenient;
} ParamsOptions;

#define PARAMS_OPTION_ROWS(asked)                                                                  \
    {"preset",                                                                                     \
     "NAME",                                                                                       \
     OPTION_TEXT,                                                                                  \
     &(asked)->preset,                                                                             \
     0,                                                                                            \
     0,                                                                                            \
     "A named set of parameters; `tenuki params --help` lists them"},                              \
        {"config", "FILE", OPTION_TEXT, &(asked)->config, 0, 0, "Parameters from a TOML file"},    \
        {"plugin",                                                                                 \
         "FILE",                                                                                   \
         OPTION_TEXT,                                                                              \
         &(asked)->plugin,                                                                         \
         0,                                                                                        \
         0,                                                                                        \
         "A pruning technique of your own, from a shared object"},                                 \
        {"set",                                                                                    \
         "KEY=VALUE",                                                                              \
         OPTION_LIST,                                                                              \
         &(asked)->settings,                                                                       \
         0,                                                                                        \
         0,                                                                                        \
         "One parameter; may be repeated. A technique's name switches it: nmp=off"},               \
    {                                                                                              \
        "lenient", NULL, OPTION_FLAG, &(asked)->lenient, 0, 0,                                     \
            "Parameters out of range become the nearest good ones instead of an error"             \
    }

/* Fills the set: default, preset, file, plug-in, command line, in this order. Warnings and errors
 * go to standard error; false after an error, and the command ends with EXIT_BAD_INPUT. */
bool params_options_resolve(const char *command, const ParamsOptions *asked, const GameOps *game,
                            ParamSet *set);

#endif

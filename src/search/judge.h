/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_JUDGE_H
#define TENUKI_SEARCH_JUDGE_H

#include "search/worker.h"

/* Searches one node, or one move of it, as JudgeRequest says. */
void judge_search(Worker *worker, const JudgeRequest *request, JudgeResult *result);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PROTOCOL_SETOPTION_H
#define TENUKI_PROTOCOL_SETOPTION_H

/* The options: one table for both protocols, and the rows of the parameter table after it. */

#include "protocol/session.h"

Settings setoption_defaults(const Dialect *dialect);
/* "option name ..." lines for the hello. */
void setoption_list(const Session *session, Text *text);
/* What follows the word setoption. On error nothing is changed. */
bool setoption_apply(Session *session, Span arguments, Diag *diag);

#endif

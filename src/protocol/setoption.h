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

/* ---- For completion ---- */

typedef void SetoptionOffer(void *context, const char *word);

/* Every name, as the protocol that is spoken writes it. */
void setoption_names(const Session *session, SetoptionOffer *offer, void *context);
/* The words that an option may be set to; none for a number. */
void setoption_values(Span name, SetoptionOffer *offer, void *context);
bool setoption_knows(Span name);
bool setoption_takes_file(Span name);

#endif

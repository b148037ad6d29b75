/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/eval_model.h"

void eval_model_scales(const EvalModel *model, uint8_t *scales)
{
    for (int r = 0; r < model->row_count; r++) {
        const EvalRow *row = &model->rows[r];
        for (int i = 0; i < row->count; i++)
            *scales++ = (uint8_t)(row->scale != EVAL_PAIR ? row->scale : i ? EVAL_EG : EVAL_MG);
    }
}

void eval_model_write(const EvalModel *model, const int16_t *values, Text *text)
{
    for (int r = 0; r < model->row_count; r++) {
        const EvalRow *row = &model->rows[r];
        text_printf(text, "%s(%s", row->kind, row->id);
        for (int i = 0; i < row->count; i++) {
            if (row->count <= row->per_line)
                text_printf(text, ", %d", *values++);
            else
                text_printf(text, "%s%4d", i % row->per_line ? ", " : ",\n    ", *values++);
        }
        if (row->text)
            text_printf(text, ", \"%s\"", row->text);
        text_add(text, ")\n");
    }
}

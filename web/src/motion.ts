// SPDX-License-Identifier: GPL-3.0-or-later

/** Whether the person asked for a screen that does not move. */
export const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

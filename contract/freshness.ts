/**
 * The age from which data counts as old (ms): a screen states its age, and figures that change by themselves are asked
 * for again.
 */
export const OLD_MS = 10 * 60_000

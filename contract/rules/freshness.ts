/**
 * What is older than this (ms) is old: a screen tells its age, and figures that move by themselves are asked for again.
 */
export const OLD_MS = 10 * 60_000

/** A time as mails have it, to the minute: "2026-11-28 15:40 UTC"; `at` is Unix ms. */
export const timeText = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

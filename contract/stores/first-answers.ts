// How long a store takes to answer, as buyers see it.

const HOUR = 3_600_000

/** Conversations that began within these days count, once there are enough of them. */
export const ANSWERS_DAYS = 90
export const ANSWERS_LEAST = 3
/** An unanswered question counts once it has waited for this time (ms): before, it may still be answered soon. */
export const UNANSWERED_AFTER = 24 * HOUR

const steps = [1, 2, 4, 8, 12, 24, 48, 72, 168]
/** The hours of a week, the longest that is told, and what stands for longer. */
export const ANSWER_WEEK = 168
export const ANSWER_SLOW = 1000

/** The hours that are told for a time until the first answer (ms): the next step, so that it seldom changes. */
export const answerHours = (ms: number): number => steps.find((hours) => ms <= hours * HOUR) ?? ANSWER_SLOW

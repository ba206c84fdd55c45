// How long a store takes to answer, as buyers are told.

const HOUR = 3_600_000

/** What began within so many days counts, once there are so many conversations. */
export const ANSWERS_DAYS = 90
export const ANSWERS_LEAST = 3
/** What nobody has answered counts once it has waited for so long (ms): it may still be answered soon. */
export const UNANSWERED_AFTER = 24 * HOUR

const steps = [1, 2, 4, 8, 12, 24, 48, 72, 168]
/** The hours of a week, the longest that is told, and what stands for longer. */
export const ANSWER_WEEK = 168
export const ANSWER_SLOW = 1000

/** The hours that are told for a time until the first answer (ms): the next step, so that it seldom changes. */
export const answerHours = (ms: number): number => steps.find((hours) => ms <= hours * HOUR) ?? ANSWER_SLOW

// Limits catch what hangs. On a machine three times slower than ours everything still ends well within them.

/** The most that one test or hook may take (ms). */
export const TEST_LIMIT = 240_000

/** The most that a test waits for one condition (ms). */
export const CONDITION_LIMIT = 90_000

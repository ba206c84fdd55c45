/** The longest contract of the sellers in one language, as it is written, and with its values (characters). */
export const CONTRACT_WRITTEN_MAX = 12_000
export const CONTRACT_FILLED_MAX = 16_000

/** The most versions that a market publishes: each receipt keeps those that were signed before it. */
export const CONTRACT_VERSIONS_MAX = 30

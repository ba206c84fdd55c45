import type { Texts } from '../locales.ts'

// How a store introduces itself. Apart from schema/store-profile.ts, so that a page can obey it without carrying the
// schemas' library.

/**
 * The longest description of a store (characters): in one language, and in all of them together, because every list of
 * stores carries it.
 */
export const ABOUT_MAX = 600
export const ABOUT_ALL_MAX = 3_000

/** A store takes another name so often within so many days; for as long nobody else takes one that it had. */
export const RENAMES_MAX = 3
export const RENAME_DAYS = 30

/** How long a description is in all its languages (characters). */
export const aboutLength = (description: Texts): number =>
  Object.values(description).reduce((sum, text) => sum + text.length, 0)

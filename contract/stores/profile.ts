import type { Texts } from '../text/locales.ts'

// Limits of a store's profile. Apart from schema-profile.ts, so that a page can obey it without carrying the
// schemas' library.

/**
 * The longest description of a store (characters): in one language, and in all of them together, because every list of
 * stores carries it.
 */
export const ABOUT_MAX = 600
export const ABOUT_ALL_MAX = 3_000

/** A store changes its name at most so often within so many days; its former names stay reserved as long. */
export const RENAMES_MAX = 3
export const RENAME_DAYS = 30

/** The length of a description in all its languages (characters). */
export const aboutLength = (description: Texts): number =>
  Object.values(description).reduce((sum, text) => sum + text.length, 0)

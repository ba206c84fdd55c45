/** The longest query (characters). */
export const QUERY_MAX = 200

/** The largest number of pieces on one line. */
export const LINE_MAX = 1_000_000

/** The largest number of lines in one cart, and in one clearing of it. */
export const CART_LINES_MAX = 500

/** The largest number of favourites that one intent clears. */
export const FAVOURITES_MAX = 500

/** Least length of a new password. */
export const PASSWORD_MIN = 8

/** Least length of a fund password. It is short because five wrong tries lock it. */
export const FUND_PASSWORD_MIN = 6

/** The largest number of lines in one store's order. */
export const ORDER_LINES_MAX = 200

/**
 * The most characters of a note on a line of an order, of all its notes as they are sent, and of a buyer's own number.
 */
export const LINE_NOTE_MAX = 200
export const LINE_NOTES_MAX = 20_000
export const PO_NUMBER_MAX = 40

/** The fewest characters of the passphrase of a file of unsent work. */
export const UNSENT_PASS_MIN = 8

/** The largest file of unsent work (bytes). */
export const UNSENT_FILE_MAX = 8_000_000

/** The most characters of a code of a product, and the largest number of codes that are asked for at once. */
export const CODE_MAX = 60
export const CODES_MAX = 500

/** The largest number of products in full in one answer. */
export const DETAILS_MAX = 100

/** The largest number of incarnations of one store's intents that one pull asks for. */
export const INCARNATIONS_MAX = 8

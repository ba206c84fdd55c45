/** A query is never longer than this (characters). */
export const QUERY_MAX = 200

/** At most so many pieces on one line. */
export const LINE_MAX = 1_000_000

/** At most so many lines in one cart, and in one clearing of it. */
export const CART_LINES_MAX = 500

/** At most so many favourites are cleared by one intent. */
export const FAVOURITES_MAX = 500

/** Least length of a new password. */
export const PASSWORD_MIN = 8

/** Least length of a fund password. It is short because five wrong tries lock it. */
export const FUND_PASSWORD_MIN = 6

/** At most so many lines in one store's order. */
export const ORDER_LINES_MAX = 200

/** At most so many characters: a note on a line of an order, all its notes as they are sent, a buyer's own number. */
export const LINE_NOTE_MAX = 200
export const LINE_NOTES_MAX = 20_000
export const PO_NUMBER_MAX = 40

/** A passphrase of a file of unsent work has so many characters at least. */
export const UNSENT_PASS_MIN = 8

/** A file of unsent work is so large at most (bytes). */
export const UNSENT_FILE_MAX = 8_000_000

/** A code of a product has so many characters at most, and so many codes are asked for at once. */
export const CODE_MAX = 60
export const CODES_MAX = 500

/** At most so many products in full in one answer. */
export const DETAILS_MAX = 100

/** So many incarnations of one store's intents are asked for by one pull. */
export const INCARNATIONS_MAX = 8

// The rules of a person's own lists that device and server share, apart from schema.ts, so that a page can
// use them without carrying the schemas' library.

/** The largest number of own lists of a person. */
export const OWN_LISTS_MAX = 50

/** The largest number of lines in one list. */
export const LIST_LINES_MAX = 500

/** The longest name of a list (characters). */
export const LIST_NAME_MAX = 80

/** The identity of a line of a list. */
export interface ListLineRef {
  listId: string
  id: number
  shopId: number
  variantId: number
}

/** Pieces of a product, in a choice or none, that go onto a list. */
export interface Listed extends Omit<ListLineRef, 'listId'> {
  num: number
}

/** A list's key. */
export const ownListKey = (id: string): `ownLists/${string}` => `ownLists/${id}`

/** The key of a list's line. */
export const listLineKey = (l: ListLineRef): `listLines/${string}` =>
  `listLines/${l.listId}:${l.shopId}:${l.id}:${l.variantId}`

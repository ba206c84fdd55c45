// The rules of a person's own lists that device and server share, apart from schema/own-lists.ts, so that a page can
// use them without carrying the schemas' library.

/** At most so many own lists a person. */
export const OWN_LISTS_MAX = 50

/** At most so many lines in one list. */
export const LIST_LINES_MAX = 500

/** A list's name has so many characters at most. */
export const LIST_NAME_MAX = 80

/** What names a line of a list. */
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

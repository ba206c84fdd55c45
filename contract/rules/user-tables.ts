/**
 * The mirror tables of a person's own rows, by name. Apart from schema/rows.ts, which says what is in them, so that
 * neither a page nor a device's start carries all those schemas.
 */
export const userTables = [
  'favourites',
  'follows',
  'cartLines',
  'addresses',
  'addressDefault',
  'avatar',
  'ownReviews',
  'ownLists',
  'listLines',
  'messages',
  'messageMutes',
  'watches',
  'talks',
  'talkLines',
  'orders',
] as const
export type UserTable = (typeof userTables)[number]

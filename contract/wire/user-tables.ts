/** The tables of a store alone: its members see and change them together. */
export const storeTables = [
  'sales',
  'storeMembers',
  'storeNotice',
  'goods',
  'storeTalks',
  'storeTalkLines',
  'storeQuotes',
  'storeReviews',
] as const
export type StoreTable = (typeof storeTables)[number]

/**
 * The mirror tables of an owner's rows, by name. Apart from sync/schema-rows.ts, which says what is in them, so that
 * neither a page nor a device's start carries all those schemas.
 */
export const userTables = [
  'favourites',
  'follows',
  'cartLines',
  'addresses',
  'addressDefault',
  'memberships',
  'avatar',
  'merchantApplications',
  'ownReviews',
  'ownLists',
  'listLines',
  'quotes',
  'messages',
  'messageMutes',
  'watches',
  'talks',
  'talkLines',
  'loans',
  'postings',
  'recharges',
  'withdrawals',
  'billing',
  'invoices',
  'orders',
  ...storeTables,
] as const
export type UserTable = (typeof userTables)[number]

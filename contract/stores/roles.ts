/**
 * The roles of the members of a store: an owner may do everything, staff everything that `only` does not keep from
 * them.
 */
export const storeRoles = ['owner', 'staff'] as const
export type StoreRole = (typeof storeRoles)[number]

/** The largest number of members of one store at a time, and of stores that one person acts for. */
export const MEMBERS_MAX = 20
export const MEMBERSHIPS_MAX = 20
/** The largest number of former members that are still shown. */
export const PAST_MEMBERS_MAX = 100

/** The most characters of a store's announcement. */
export const ANNOUNCEMENT_MAX = 500

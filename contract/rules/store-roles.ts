/** What a member of a store may be: an owner may everything, staff what `only` does not keep from them. */
export const storeRoles = ['owner', 'staff'] as const
export type StoreRole = (typeof storeRoles)[number]

/** At most so many members of one store at a time, and stores that one person acts for. */
export const MEMBERS_MAX = 20
export const MEMBERSHIPS_MAX = 20
/** So many of those who are no member any more are kept in sight. */
export const PAST_MEMBERS_MAX = 100

/** At most so many characters of what a store announces. */
export const ANNOUNCEMENT_MAX = 500

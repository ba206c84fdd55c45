/** A store of a history that several act for, each on their own devices. */
export interface Staffed {
  /** The store's uid and id. */
  uid: string
  storeId: number
  /** Who acts for it, or did; the owner stays, and some of the others' memberships have ended. */
  members: Set<string>
  owner: string
  ended: Set<string>
  /** The store's customer: its members may not buy from it. */
  buyer: { uid: string; password: string; token: string }
}

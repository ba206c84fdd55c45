/** A store of a history that several act for, each on their own devices. */
export interface Staffed {
  /** The store's uid and id. */
  uid: string
  storeId: number
  /** The people who act for it, or did. The owner stays; the memberships of those in `ended` are over. */
  members: Set<string>
  owner: string
  ended: Set<string>
  /** The store's customer: its members may not buy from it. */
  buyer: { uid: string; password: string; token: string }
}

import type { SignedIn } from '../http/handlers.ts'
import { memberOf } from '../members/members.ts'

/** The owner for whom somebody calls. */
export interface For {
  uid: string
  /** The member who calls and the store's id, where the owner is a store. */
  by?: string
  storeId?: number
}

/**
 * For whom a call is that names an owner: the caller, or a store of which they are a member. Undefined for anybody
 * else, and for a store of which they no longer are; whoever changes something asks again within the transaction.
 */
export async function whoFor({ db, user }: Pick<SignedIn, 'db' | 'user'>, uid: string): Promise<For | undefined> {
  if (uid === user.id) return { uid }
  const member = await memberOf(db, user.id, uid)
  return member && { uid, by: user.id, storeId: member.storeId }
}

import { sendingStates } from '../intent-states.ts'
import type { IntentState, MetaKey, MetaRows, Sealed } from '../schema.ts'
import type { Readers } from '../read.ts'

/** How much of a person's work is not yet at the server, by what it waits for. */
export interface Unsent {
  waiting: number
  held: number
  conflicts: number
  refused: number
}

/** Counts the outbox by what the person should know; never loads it. */
export async function unsent({ user }: Readers): Promise<Unsent> {
  const count = (...states: IntentState[]): Promise<number> => user.outbox.where('state').anyOf(states).count()
  const [waiting, held, conflicts, refused, quarantined] = await Promise.all([
    count(...sendingStates),
    count('held'),
    count('conflict'),
    count('rejected'),
    user.quarantine.count(),
  ])
  return { waiting, held, conflicts, refused: refused + quarantined }
}

/**
 * The account as this device keeps it: whose it is, the sealed profile with its key, and how it stands with the server.
 */
export interface AccountRow {
  uid: string | undefined
  profile: { sealed: Sealed; key: CryptoKey; at: number } | undefined
  link: MetaRows['link'] | undefined
  /** The work from before signing in that was taken over, if any. */
  merged: MetaRows['merged'] | undefined
}

/** Reads the account for the screen Mine; the profile stays sealed until the data hook opens it. */
export async function account({ user }: Readers): Promise<AccountRow> {
  const meta = async <K extends MetaKey>(key: K): Promise<MetaRows[K] | undefined> =>
    (await user.meta.get(key)) as MetaRows[K] | undefined
  const [fence, link, profile, merged, seal] = await Promise.all([
    meta('fence'),
    meta('link'),
    meta('profile'),
    meta('merged'),
    user.keys.get('seal'),
  ])
  return {
    uid: fence?.uid,
    link,
    merged,
    profile: profile && seal && { sealed: profile.sealed, key: seal.key, at: profile.at },
  }
}

/** The key that opens what is sealed of the person at hand, and whose it is; undefined before there is one. */
export async function sealKey({ user }: Pick<Readers, 'user'>): Promise<{ uid: string; key: CryptoKey } | undefined> {
  const [fence, seal] = await Promise.all([
    user.meta.get('fence') as PromiseLike<MetaRows['fence'] | undefined>,
    user.keys.get('seal'),
  ])
  return fence && seal && { uid: fence.uid, key: seal.key }
}

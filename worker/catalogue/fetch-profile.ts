import { seal } from '#localdb/seal.ts'
import type { WantOutcome } from '../api/worker-api.ts'
import type { Session } from '../session/session.ts'
import { failed } from '../wire/failed.ts'
import type { CatalogueAccess } from './access.ts'

/** The identity to which the sealed profile is bound. */
const profileSealedAs = (uid: string) => ({ uid, id: 'profile', version: 1 })

/** Reads the profile of the person, and keeps it sealed. */
export async function fetchProfile({ env, exchange }: CatalogueAccess, at: Session): Promise<WantOutcome> {
  const outcome = await exchange('user.profile', {}, at)
  if (outcome.kind !== 'accepted') return failed(outcome)
  const { person } = at
  // Another's answer is not this database's.
  if (outcome.data.userinfo.id !== person.uid) return { kind: 'unreachable' }
  await person.db.meta.put({
    key: 'profile',
    sealed: await seal(person.key, profileSealedAs(person.uid), outcome.data),
    at: env.now(),
  })
  return { kind: 'fresh' }
}

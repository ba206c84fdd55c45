import { useEffect, useSyncExternalStore } from 'react'
import { personalHome, type PersonalHome } from '#localdb/queries/catalogue/seen.ts'
import { shared } from './shared.ts'
import { liveRows } from './use-live.ts'
import { usePerson } from './use-person.ts'

const rows = shared<PersonalHome>(liveRows(personalHome))
/** The rows shown last: home begins with them when the person comes back, so that nothing changes under their eyes. */
let last: { uid: string; home: PersonalHome } | undefined

/** The person's own rows on home; undefined until the device has answered. */
export function useOwnHome(): PersonalHome | undefined {
  const uid = usePerson()?.uid
  const home = useSyncExternalStore(rows.subscribe, rows.get, () => undefined)
  useEffect(() => {
    if (home && uid !== undefined) last = { uid, home }
  }, [home, uid])
  return home ?? (last?.uid === uid ? last?.home : undefined)
}

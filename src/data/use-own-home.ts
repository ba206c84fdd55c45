import { useEffect, useSyncExternalStore } from 'react'
import { personalHome, type PersonalHome } from '#localdb/queries/seen.ts'
import { shared } from './shared.ts'
import { liveRows } from './use-live.ts'
import { usePerson } from './use-person.ts'

const rows = shared<PersonalHome>(liveRows(personalHome))
/** What was shown last: home begins with it when one comes back to it, so that nothing changes under one's eyes. */
let last: { uid: string; home: PersonalHome } | undefined

/** What home shows the person of their own; undefined until the device has answered. */
export function useOwnHome(): PersonalHome | undefined {
  const uid = usePerson()?.uid
  const home = useSyncExternalStore(rows.subscribe, rows.get, () => undefined)
  useEffect(() => {
    if (home && uid !== undefined) last = { uid, home }
  }, [home, uid])
  return home ?? (last?.uid === uid ? last?.home : undefined)
}

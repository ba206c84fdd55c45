import { useObservable } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { desksOf, readDeskWaits, type DeskWaits } from '#localdb/queries/sync/desk-waits.ts'
import type { UserReader } from '#localdb/read.ts'
import { device } from '../device/device.ts'
import { loadReading, observeOpen } from '../worker/readers.ts'
import { usePerson } from '../use-person.ts'
import { nothingToRead } from './nothing-to-read.ts'

interface Here {
  storeUid: string
  user: UserReader
}

/** The changes at a store's desk on this device that wait to be sent, or need somebody. */
export interface WaitingDesk extends DeskWaits {
  storeUid: string
}

/** The changes of the person's stores that are not at the market yet; only desks on this device that have any. */
export function useDeskWaits(): WaitingDesk[] {
  const here = useDesksHere()
  const all = useObservable(
    () =>
      here.length > 0
        ? observeOpen(() =>
            Promise.all(here.map(async ({ storeUid, user }) => ({ storeUid, ...(await readDeskWaits(user)) }))),
          )
        : nothingToRead,
    [here],
  )
  return (all ?? []).filter(({ waiting, needs }) => waiting + needs > 0)
}

const none: Here[] = []

/** The person's desks on this device, opened for reading; again when one was closed under the page. */
function useDesksHere(): Here[] {
  const person = usePerson()
  const uid = person && !person.guest ? person.uid : undefined
  const [here, setHere] = useState(none)
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (uid === undefined) return
    const over = new AbortController()
    let open: Here[] = []
    const close = (): void => {
      over.abort()
      setHere(none)
      for (const { user } of open) user.close()
      open = []
    }
    const lost = (): void => {
      if (over.signal.aborted) return
      close()
      setRound((n) => n + 1)
    }
    void openAll(uid, lost, over.signal).then((all) => {
      if (over.signal.aborted) for (const { user } of all) user.close()
      else setHere((open = all))
    })
    // A page that is put away reads nothing (docs/gotchas.md).
    const again = (): void => setRound((n) => n + 1)
    document.addEventListener('freeze', close)
    document.addEventListener('resume', again)
    return () => {
      document.removeEventListener('freeze', close)
      document.removeEventListener('resume', again)
      close()
    }
  }, [uid, round])
  return here
}

async function openAll(uid: string, lost: () => void, cancel: AbortSignal): Promise<Here[]> {
  const known = (await device.read('desks').catch(() => undefined)) ?? []
  const { openUserReader } = await loadReading()
  const all = await Promise.all(
    desksOf(known, uid).map(async ({ name, storeUid }): Promise<Here | undefined> => {
      // One that is gone by now has nothing that waits.
      const user = await openUserReader(name, lost, cancel).catch(() => undefined)
      return user && { storeUid, user }
    }),
  )
  return all.filter((one) => one !== undefined)
}

import { useObservable } from 'dexie-react-hooks'
import { createContext, useCallback, useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Membership, UserRows } from '#contract/schema/rows.ts'
import type { Payload, StoreMutationName } from '#contract/registry.ts'
import { sealKey } from '#localdb/queries/account.ts'
import { memberships } from '#localdb/queries/stores-of.ts'
import type { UserReader } from '#localdb/read.ts'
import type { CallInput, CallOutcome, CallOutput, Failed, Gesture } from '#worker/api.ts'
import { useToast, type ToastMessage } from '../ui/toast.tsx'
import { wakeForRecorded } from './background-sync.ts'
import { loadReading, observe } from './readers.ts'
import { useLive } from './use-live.ts'
import { inWords } from './use-mutate.ts'
import { usePerson } from './use-person.ts'
import { useOpenedWith, type Keyed, type Opened } from './use-unsealed.ts'
import { ask } from './worker-client.ts'

/** The stores that the person acts for, or did; undefined until the device has answered. */
export const useStores = (): Membership[] | undefined => useLive(memberships, [])

/** A store as it is on this device: as whom its screens act, and its rows. */
export interface OpenDesk {
  id: string
  uid: string
  user: UserReader
}
export type Desk = { kind: 'opening' } | { kind: 'open'; desk: OpenDesk } | { kind: 'failed'; failure: Failed }

/** The desk whose screens stand within. */
export const DeskContext = createContext<OpenDesk | undefined>(undefined)

/** Opens the person's desk at a store, and again when it was closed under the page. */
export function useDesk(uid: string): Desk {
  const person = usePerson()?.uid
  const [desk, setDesk] = useState<Desk>({ kind: 'opening' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (person === undefined) return
    const over = new AbortController()
    let reader: UserReader | undefined
    const open = async (): Promise<void> => {
      const outcome = await ask((api) => api.call('store.open', { uid }, person), true)
      if (over.signal.aborted) return
      if (outcome.kind !== 'accepted') return setDesk({ kind: 'failed', failure: outcome })
      const { openUserReader } = await loadReading()
      const again = (): void => {
        if (!over.signal.aborted) setRound((n) => n + 1)
      }
      reader = await openUserReader(outcome.data.db, again, over.signal)
      setDesk({ kind: 'open', desk: { id: outcome.data.id, uid, user: reader } })
    }
    open().catch(() => {
      if (!over.signal.aborted) setDesk({ kind: 'failed', failure: { kind: 'unreachable' } })
    })
    return () => {
      over.abort()
      reader?.close()
      setDesk({ kind: 'opening' })
    }
  }, [uid, person, round])
  return desk
}

/** The result of a query over the rows of the desk around, updated whenever one that it read changes. */
export function useStoreLive<T>(query: (user: UserReader) => Promise<T>): T | undefined {
  const desk = useContext(DeskContext)
  return useObservable(() => observe(async () => desk && query(desk.user)), [desk, query])
}

const deskKey = (user: UserReader): ReturnType<typeof sealKey> => sealKey({ user })

/** Decrypted rows of the desk around, with how many could not be opened; undefined until they are. */
export const useStoreOpened = <T extends Keyed, R extends UserRows[T] = UserRows[T]>(
  rows: readonly R[] | undefined,
  table: T,
): Opened<R> | undefined => useOpenedWith(useStoreLive(deskKey), rows, table)

/** One change of a store. */
export type StoreAct<N extends StoreMutationName = StoreMutationName> = {
  [K in N]: { name: K; payload: Payload<K> }
}[N]

/**
 * Records changes of the store at the desk around, all or none; resolves, once they are on the disk, to whether they
 * were saved.
 */
export function useStoreMutateAll(): (acts: readonly StoreAct[], done?: ToastMessage) => Promise<boolean> {
  const toast = useToast()
  const { i18n } = useTranslation()
  const id = useContext(DeskContext)?.id
  return useCallback(
    async (acts, done) => {
      const gesture = acts.map((act) => ({ ...act, intentId: crypto.randomUUID() }) as Gesture)
      const outcome = await ask((api, first) => api.mutate(gesture, id, first))
      if (outcome.kind === 'refused') {
        toast({ text: await inWords(i18n, outcome.refusal), kind: 'bad' })
        return false
      }
      wakeForRecorded()
      if (done) toast(done)
      return true
    },
    [toast, i18n, id],
  )
}

/** Records one change (useStoreMutateAll). */
export function useStoreMutate(): <N extends StoreMutationName>(
  name: N,
  payload: Payload<N>,
  done?: ToastMessage,
) => Promise<boolean> {
  const mutateAll = useStoreMutateAll()
  return useCallback((name, payload, done) => mutateAll([{ name, payload } as StoreAct], done), [mutateAll])
}

/** Calls that are made at a desk: what was refused there, and what was not sent. */
type DeskCall = 'intent.dismiss' | 'unsent.export'

/** A call made as the desk around, of whose store it is. */
export function useStoreCall<N extends DeskCall>(
  name: N,
): (input: CallInput<N>) => Promise<CallOutcome<CallOutput<N>>> {
  const id = useContext(DeskContext)?.id
  return useCallback((input) => ask((api) => api.call(name, input, id), true), [name, id])
}

import { useObservable } from 'dexie-react-hooks'
import { createContext, useCallback, useContext, useEffect, useState } from 'react'
import type { Membership, UserRows } from '#contract/sync/schema-rows.ts'
import type { Payload, StoreMutationName } from '#contract/registry.ts'
import { sealKey } from '#localdb/queries/account.ts'
import { memberships } from '#localdb/queries/stores/memberships.ts'
import type { UserReader } from '#localdb/read.ts'
import type { CallInput, CallOutcome, CallOutput, Failed } from '#worker/api/worker-api.ts'
import type { ToastMessage } from '../../ui/layers/toast.tsx'
import { loadReading, observeOpen } from '../worker/readers.ts'
import { callNow } from '../use-call.ts'
import { useLive } from '../use-live.ts'
import { useMutateAllOf, type Act } from '../use-mutate.ts'
import { usePerson } from '../use-person.ts'
import { openRow, useOpenedWith, type Keyed, type OpenedRows } from '../use-unsealed.ts'
import { askWorker } from '../worker/worker-client.ts'
import { nothingToRead } from './nothing-to-read.ts'

export type { Failed, JobAct, PartChange, PlanKind, PlanRow, PlanShown, Rejected } from '#worker/api/worker-api.ts'

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

/** A desk that is open on this page, with the screens that show it. */
interface Held {
  uid: string
  person: string
  desk: OpenDesk
  screens: Set<() => void>
  closing?: number | undefined
}
/** A desk stays open so long after its last screen (ms): the store's next one has it at once. */
const LINGER_MS = 10_000
let held: Held | undefined

function close(one: Held): void {
  clearTimeout(one.closing)
  if (held === one) held = undefined
  one.desk.user.close()
  for (const again of [...one.screens]) again()
}

/** A page that is put away reads nothing (docs/gotchas.md). */
const closeHeld = (): void => {
  if (held) close(held)
}

/** The desk that is open already; undefined when it is another's or none is. */
const heldFor = (uid: string, person: string | undefined): Held | undefined =>
  held?.uid === uid && held.person === person ? held : undefined

/** Keeps a desk open for a screen, which is told when it was closed under the page; returns how the screen leaves. */
function stay(one: Held, again: () => void): () => void {
  clearTimeout(one.closing)
  one.screens.add(again)
  return () => {
    one.screens.delete(again)
    if (one.screens.size === 0) one.closing = window.setTimeout(close, LINGER_MS, one)
  }
}

async function openDesk(uid: string, person: string): Promise<Held | Failed> {
  const outcome = await askWorker((api) => api.call('store.open', { uid }, person), true)
  if (outcome.kind !== 'accepted') return outcome
  const { openUserReader } = await loadReading()
  const screens = new Set<() => void>()
  const lost = (): void => {
    if (held?.screens === screens) held = undefined
    for (const again of [...screens]) again()
  }
  const user = await openUserReader(outcome.data.db, lost)
  if (held) close(held)
  const one: Held = { uid, person, desk: { id: outcome.data.id, uid, user }, screens }
  document.addEventListener('freeze', closeHeld)
  // Its screen may have gone meanwhile.
  one.closing = window.setTimeout(close, LINGER_MS, one)
  return (held = one)
}

/** Opens the person's desk at a store, and again when it was closed under the page. */
export function useStoreSession(uid: string): Desk {
  const person = usePerson()?.uid
  const [desk, setDesk] = useState<Desk>(() => {
    const there = heldFor(uid, person)
    return there ? { kind: 'open', desk: there.desk } : { kind: 'opening' }
  })
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (person === undefined) return
    const over = new AbortController()
    let leave: (() => void) | undefined
    const again = (): void => {
      if (!over.signal.aborted) setRound((n) => n + 1)
    }
    const show = (one: Held): void => {
      leave = stay(one, again)
      setDesk({ kind: 'open', desk: one.desk })
    }
    const there = heldFor(uid, person)
    if (there) show(there)
    else {
      setDesk({ kind: 'opening' })
      openDesk(uid, person).then(
        (opened) => {
          if (over.signal.aborted) return
          if ('desk' in opened) show(opened)
          else setDesk({ kind: 'failed', failure: opened })
        },
        () => {
          if (!over.signal.aborted) setDesk({ kind: 'failed', failure: { kind: 'unreachable' } })
        },
      )
    }
    return () => {
      over.abort()
      leave?.()
    }
  }, [uid, person, round])
  return desk
}

/** The result of a query over the rows of the desk around, updated whenever one that it read changes. */
export function useStoreLive<T>(query: (user: UserReader) => Promise<T>): T | undefined {
  const desk = useContext(DeskContext)
  return useObservable(() => (desk ? observeOpen(() => query(desk.user)) : nothingToRead), [desk, query])
}

const deskKey = (user: UserReader): ReturnType<typeof sealKey> => sealKey({ user })

/** The key that opens the sealed parts of a desk's rows. */
export type DeskKey = NonNullable<Awaited<ReturnType<typeof sealKey>>>

/** The key of the desk around; undefined until it is there. */
export const useDeskKey = (): DeskKey | undefined => useStoreLive(deskKey)

/** Decrypted rows of the desk around, with how many could not be opened; undefined until they are. */
export const useStoreOpened = <T extends Keyed, R extends UserRows[T] = UserRows[T]>(
  rows: readonly R[] | undefined,
  table: T,
): OpenedRows<R> | undefined => useOpenedWith(useDeskKey(), rows, table)

/** A row as it is on the device, and the same opened: null where that cannot be. */
export interface Pair<R> {
  row: R
  clear: R | null
}

/** Reads rows of the desk around once, however many, and opens them. */
export function useStoreRead<T extends Keyed, R extends UserRows[T] = UserRows[T]>(
  table: T,
): (query: (user: UserReader) => Promise<R[]>) => Promise<Pair<R>[]> {
  const user = useContext(DeskContext)?.user
  return useCallback(
    async (query) => {
      if (!user) return []
      const [rows, own] = await Promise.all([query(user), deskKey(user)])
      return Promise.all(rows.map(async (row) => ({ row, clear: (own && (await openRow(own, row, table))) ?? null })))
    },
    [user, table],
  )
}

/** One change of a store's gesture; `replaces` names the conflict that it settles with the person's consent. */
export type StoreAct<N extends StoreMutationName = StoreMutationName> = Act<N>

/** Records the changes of one gesture at the desk around, as a person's (use-mutate.ts). */
export const useStoreMutateAll = (): ((acts: readonly StoreAct[], done?: ToastMessage) => Promise<boolean>) =>
  useMutateAllOf<StoreAct>(useContext(DeskContext)?.id)

/** Records one change of the store at the desk around; resolves, once it is on the disk, to whether it was saved. */
export function useStoreMutate(): <N extends StoreMutationName>(
  name: N,
  payload: Payload<N>,
  done?: ToastMessage,
) => Promise<boolean> {
  const mutateAll = useStoreMutateAll()
  return useCallback((name, payload, done) => mutateAll([{ name, payload } as StoreAct], done), [mutateAll])
}

/** Calls that are made at a desk: what was refused there, what was not sent, and many goods at once. */
type DeskCall =
  | 'intent.dismiss'
  | 'unsent.export'
  | 'goods.plan'
  | 'goods.planned'
  | 'goods.rejected'
  | 'goods.begin'
  | 'goods.job'
  | 'goods.write'

/** A call made as the desk around, of whose store it is. */
export function useStoreCall<N extends DeskCall>(
  name: N,
): (input: CallInput<N>) => Promise<CallOutcome<CallOutput<N>>> {
  const id = useContext(DeskContext)?.id
  return useCallback((input) => callNow(name, input, id), [name, id])
}

import { verifyAsync } from '@noble/ed25519'
import { groupBy } from '#contract/lists/group-by.ts'
import { headText } from '#contract/ledger/chain.ts'
import type { Asset } from '#contract/coins/assets.ts'
import type { PostingRow } from '#contract/ledger/schema-row.ts'
import type { SignedHead } from '#contract/wallet/schema.ts'
import type { CallOutcome, Failed } from '../api/worker-api.ts'
import { readMeta } from '../outbox/fence.ts'
import type { Device } from '../session/device.ts'
import type { Session } from '../session/session.ts'
import { storeOf } from '../session/store-of.ts'
import { failed } from '../wire/failed.ts'
import { beginning, followPosting, hexOf } from './chain.ts'
import type { OwnBookFault, BookVerdict } from '../api/verdict.ts'

// The money of a person or a store, verified on the device: each posting follows from the one before it, and the last
// one is what the market has signed. With a network the book is read again; without one, what is here is held to the
// last signed heads.
//
//   pinned key ──▶ signature of the head ──▶ chain of all postings ──▶ the same as those kept here
//                                               │
//                                               └─ passes through the head that was signed before: else a fork

type Needs = Pick<Device, 'env' | 'exchange'>

/** The book is not as it was. */
class Wrong extends Error {
  override name = 'Wrong'
  readonly fault: OwnBookFault
  constructor(fault: OwnBookFault) {
    super(fault.what)
    this.fault = fault
  }
}

/** The market did not answer what a check asks. */
class Unanswered extends Error {
  override name = 'Unanswered'
  readonly failure: Failed
  constructor(failure: Failed) {
    super(failure.kind)
    this.failure = failure
  }
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))

/** Whether the market's key has signed a head; a signature that cannot be read is none. */
async function isSigned(key: string, account: string, { signature, ...head }: SignedHead): Promise<boolean> {
  if (signature === null) return false
  const signed = headText({ ...head, account, asset: head.asset, balance: BigInt(head.balance) })
  try {
    return await verifyAsync(bytesOf(signature), new TextEncoder().encode(signed), bytesOf(key))
  } catch {
    return false
  }
}

/** The account in the book (server/ledger/accounts.ts) of a person, or of the store with a number. */
const accountOf = ({ person }: Session, store: number | undefined): string =>
  store === undefined ? `user:${person.uid}:available` : `store:${store}:available`

type Linked = PostingRow & { hash?: string }

/**
 * Follows a chain through its postings, which must pass through these heads.
 *
 * @throws Wrong
 */
async function followThrough(
  account: string,
  asset: string,
  heads: readonly SignedHead[],
  postings: AsyncIterable<Linked> | Iterable<Linked>,
): Promise<void> {
  const left = new Map(heads.map((head) => [head.seq, head]))
  let chain = await beginning(account, asset)
  for await (const posting of postings) {
    const next = await followPosting(chain, posting)
    if (!next || (posting.hash ?? hexOf(next.link)) !== hexOf(next.link))
      throw new Wrong({ what: 'chain', asset, seq: posting.seq })
    chain = next
    const head = left.get(chain.seq)
    if (head && (head.hash !== hexOf(chain.link) || BigInt(head.balance) !== chain.balance))
      throw new Wrong({ what: head === heads.at(-1) ? 'chain' : 'fork', asset, seq: chain.seq })
    left.delete(chain.seq)
  }
  if (left.size > 0) throw new Wrong({ what: 'chain', asset, seq: chain.seq })
}

type Kept = ReadonlyMap<string, readonly PostingRow[]>

/** The postings kept here by their asset, each in their order. */
async function readKept({ person: { db } }: Session): Promise<Kept> {
  const rows = (await db.postings.toArray()).flatMap((row) => row.server ?? [])
  return groupBy(
    rows.sort((a, b) => a.seq - b.seq),
    ({ asset }) => asset,
  )
}

const same = (a: PostingRow, b: PostingRow): boolean =>
  a.entry === b.entry && a.cause === b.cause && a.at === b.at && a.amount === b.amount && a.balance === b.balance

/**
 * The book's postings of an asset with their links up to a seq, each compared with the one that is kept here.
 *
 * @throws Wrong, Unanswered
 */
async function* read(
  device: Needs,
  session: Session,
  { asset, seq: last }: SignedHead,
  here: readonly PostingRow[],
): AsyncGenerator<Linked> {
  const kept = new Map(here.map((posting) => [posting.seq, posting]))
  for (let after = 0; after < last;) {
    const answer = await device.exchange(
      'wallet.postings',
      { ...storeOf(session), asset: asset as Asset, after },
      session,
    )
    if (answer.kind !== 'accepted') throw new Unanswered(failed(answer))
    const postings = answer.data.postings.filter(({ seq }) => seq <= last)
    if (postings.length === 0) return
    for (const posting of postings) {
      const mine = kept.get(posting.seq)
      if (mine && !same(mine, posting)) throw new Wrong({ what: 'differs', asset, seq: posting.seq })
      yield posting
      after = posting.seq
    }
  }
}

/**
 * Holds what is signed now to what is here and to what was signed before: nothing goes back.
 *
 * @throws Wrong
 */
function assertForward(heads: readonly SignedHead[], before: readonly SignedHead[], kept: Kept): void {
  const now = new Map(heads.map((head) => [head.asset, head]))
  for (const old of before) {
    const head = now.get(old.asset)
    if (!head || head.seq < old.seq || head.seal < old.seal)
      throw new Wrong({ what: 'back', asset: old.asset, seq: head?.seq ?? 0 })
    if (head.seal === old.seal && head.sealHash !== old.sealHash)
      throw new Wrong({ what: 'fork', asset: old.asset, seq: head.seq })
  }
  for (const [asset, postings] of kept) {
    const seq = now.get(asset)?.seq ?? 0
    if (seq < postings.at(-1)!.seq) throw new Wrong({ what: 'back', asset, seq })
  }
}

/**
 * Reads the book again, and keeps what was signed of it.
 *
 * @throws Wrong, Unanswered
 */
async function checkOnline(device: Needs, session: Session, account: string, kept: Kept): Promise<BookVerdict> {
  const { db } = session.person
  const [signer, book, position] = await Promise.all([
    readMeta(db, 'signer'),
    readMeta(db, 'book'),
    readMeta(db, 'position'),
  ])
  const seen = position && { position: position.position }
  const answer = await device.exchange('wallet.heads', { ...storeOf(session), ...seen }, session)
  if (answer.kind !== 'accepted') throw new Unanswered(failed(answer))
  const { key, heads, restored } = answer.data
  // The next pull takes over what a restored market has; what was signed before no longer binds it.
  if (restored) return { verdict: 'restored' }
  if (key === null) return { verdict: 'unsigned' }
  if (signer && signer.publicKey !== key) throw new Wrong({ what: 'key' })
  assertForward(heads, book?.heads ?? [], kept)
  for (const head of heads) {
    const { asset, seq } = head
    if (!(await isSigned(key, account, head))) throw new Wrong({ what: 'signature', asset, seq })
    const old = book?.heads.find((one) => one.asset === asset)
    if (old?.seq === seq && old.hash !== head.hash) throw new Wrong({ what: 'fork', asset, seq })
    const through = old && old.seq < seq ? [old, head] : [head]
    await followThrough(account, asset, through, read(device, session, head, kept.get(asset) ?? []))
  }
  const at = device.env.now()
  await db.meta.bulkPut([
    { key: 'signer', publicKey: key },
    { key: 'book', heads, at },
  ])
  return { verdict: 'right', at, postings: countOf(heads), offline: false }
}

/**
 * Holds what is here to the last signed heads; unknown where nothing was signed yet, or what was is not all here.
 *
 * @throws Wrong
 */
async function checkOffline({ person: { db } }: Session, account: string, kept: Kept): Promise<BookVerdict> {
  const book = await readMeta(db, 'book')
  const reaches = ({ asset, seq }: SignedHead): boolean => (kept.get(asset)?.at(-1)?.seq ?? 0) >= seq
  if (!book || !book.heads.every(reaches)) return { verdict: 'unknown' }
  for (const head of book.heads) await followThrough(account, head.asset, [head], kept.get(head.asset)!)
  return { verdict: 'right', at: book.at, postings: countOf(book.heads), offline: true }
}

/**
 * Verifies the money of a session's person, or of the store with a number at its desk; with a network the book is read
 * again.
 */
export async function checkOwnBook(
  device: Needs,
  session: Session,
  { store }: { store?: number | undefined },
): Promise<CallOutcome<BookVerdict>> {
  const account = accountOf(session, store)
  // Before the heads are asked for: what comes meanwhile is not compared.
  const kept = await readKept(session)
  const online = () => checkOnline(device, session, account, kept)
  const offline = (error: unknown): Promise<BookVerdict> => {
    if (error instanceof Unanswered && error.failure.kind === 'unreachable') return checkOffline(session, account, kept)
    throw error
  }
  try {
    return { kind: 'accepted', data: await online().catch(offline) }
  } catch (error) {
    if (error instanceof Wrong) return { kind: 'accepted', data: { verdict: 'wrong', fault: error.fault } }
    if (error instanceof Unanswered) return error.failure
    throw error
  }
}

const countOf = (heads: readonly SignedHead[]): number => heads.reduce((sum, { seq }) => sum + seq, 0)

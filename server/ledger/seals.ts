import { createHash, createPublicKey, verify } from 'node:crypto'
import { sql } from 'kysely'
import { entryAt } from './entry-at.ts'
import type { BookFaultKind } from '#contract/ledger/faults.ts'
import { sealWords } from '#contract/ledger/chain.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { keysOf } from '../keys/keys-of.ts'
import type { MarketKeys } from '../keys/market-keys.ts'

// The whole book is sealed in batches: each seal is the SHA-256 of the seal before it and of what its entries say,
// signed by the market. Entries wait for it a second at most, so that no payment waits for another.

/** The entries that one seal has at most. */
const BATCH = 1_000
/** Any number that nobody else locks: one process seals at a time. */
const LOCK = 7_260_612

interface SealedEntry {
  id: number
  cause: string
  at: number
  postings: { account: string; asset: string; amount: string }[]
}

/** The entries that a condition chooses, in their order, with their postings. */
async function readEntries(tx: Db | Tx, where: ReturnType<typeof sql>): Promise<SealedEntry[]> {
  const { rows } = await sql<SealedEntry>`
    select e.id, e.cause, ${entryAt} as at,
      (select coalesce(json_agg(json_build_object('account', p.account, 'asset', p.asset, 'amount', p.amount::text)
        order by p.account collate "C", p.asset collate "C"), '[]')
        from ledger_postings p where p.entry_id = e.id) as postings
    from ledger_entries e where ${where} order by e.id limit ${sql.lit(BATCH)}`.execute(tx)
  return rows
}

/** The hash of a seal: of the one before it, and of all that its entries say. */
function hashOf(previous: Uint8Array, entries: readonly SealedEntry[]): Buffer {
  const hash = createHash('sha256').update(previous)
  for (const { id, cause, at, postings } of entries) {
    hash.update(`${id}\n${cause}\n${at}\n`)
    for (const { account, asset, amount } of postings) hash.update(`${account} ${asset} ${amount}\n`)
  }
  return hash.digest()
}

interface LastSeal {
  n: number
  hash: Uint8Array
}

/** The last seal; number 0 and no bytes before there is any. */
export async function lastSeal(db: Db | Tx): Promise<LastSeal> {
  const found = await db
    .selectFrom('ledger_seals')
    .select(['n', 'hash'])
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? { n: 0, hash: new Uint8Array() }
}

/** Seals what has been entered since the last seal, a batch at most; returns how many entries. `now` is Unix ms. */
export const sealSome = (db: Db, now: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(tx)
    if (!rows[0]!.mine) return 0
    const entries = await readEntries(tx, sql`e.seal is null`)
    if (entries.length === 0) return 0
    const previous = await lastSeal(tx)
    const [n, hash] = [previous.n + 1, hashOf(previous.hash, entries)]
    const text = sealWords({ n, entries: entries.length, hash: hash.toString('hex'), at: now })
    const signature = keysOf(db).signing?.sign(text) ?? null
    await tx
      .insertInto('ledger_seals')
      .values({ n, entries: entries.length, hash, at: new Date(now), signature })
      .execute()
    const ids = entries.map(({ id }) => id)
    await sql`update ledger_entries set seal = ${n} where id = any(${ids}::bigint[])`.execute(tx)
    return entries.length
  })

/** Seals all that waits. */
export async function sealBook(db: Db, now: number): Promise<void> {
  while ((await sealSome(db, now)) === BATCH);
}

/** The first bytes of an Ed25519 public key in SPKI; its 32 bytes follow (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Faults of the seals, by number: a gap, a hash that is not its entries', a signature that is missing or is not the
 * market's.
 */
export async function checkSeals(
  db: Db | Tx,
  { signing: signer }: MarketKeys,
): Promise<{ kind: BookFaultKind; id: string }[]> {
  const faults: { kind: BookFaultKind; id: string }[] = []
  const key =
    signer &&
    createPublicKey({
      key: Buffer.concat([SPKI, Buffer.from(signer.publicKey, 'base64')]),
      format: 'der',
      type: 'spki',
    })
  const last = await lastSeal(db)
  let previous: Uint8Array = new Uint8Array()
  let signed = false
  for (let n = 1; n <= last.n; n++) {
    const seal = await db.selectFrom('ledger_seals').selectAll().where('n', '=', n).executeTakeFirst()
    if (!seal) {
      faults.push({ kind: 'sealMissing', id: String(n) })
      continue
    }
    const entries = await readEntries(db, sql`e.seal = ${n}`)
    const hash = hashOf(previous, entries)
    if (!hash.equals(seal.hash) || entries.length !== seal.entries) faults.push({ kind: 'sealContent', id: String(n) })
    previous = seal.hash
    const text = sealWords({
      n,
      entries: seal.entries,
      hash: Buffer.from(seal.hash).toString('hex'),
      at: seal.at.getTime(),
    })
    if (seal.signature === null) {
      // A market that has signed once has a key.
      if (signed) faults.push({ kind: 'sealUnsigned', id: String(n) })
    } else if (key && !verify(null, Buffer.from(text), key, Buffer.from(seal.signature, 'base64')))
      faults.push({ kind: 'sealForeign', id: String(n) })
    signed ||= seal.signature !== null
  }
  return faults
}

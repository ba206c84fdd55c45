import { sql } from 'kysely'
import type { Asset } from '#contract/coins/assets.ts'
import { headText, type LedgerHead } from '#contract/ledger/chain.ts'
import type { SignedHead } from '#contract/wallet/schema.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import type { KeySigner } from '../keys/market-keys.ts'
import { lastSeal } from './seals.ts'

/** The heads of an account by asset, signed at `now` (Unix ms) where there is a key. */
export async function signedHeads(
  tx: Db | Tx,
  account: string,
  signer: KeySigner | undefined,
  now: number,
): Promise<SignedHead[]> {
  const seal = await lastSeal(tx)
  const { rows } = await sql<{ asset: Asset; seq: number; balance: string; hash: Uint8Array }>`
    select asset, seq, balance::text, hash from ledger_heads
    where account = ${account}::text and seq > 0 order by asset`.execute(tx)
  return rows.map(({ asset, seq, balance, hash }) => {
    const head: LedgerHead = {
      ...{ account, asset, seq, balance: BigInt(balance), hash: Buffer.from(hash).toString('hex') },
      ...{ seal: seal.n, sealHash: Buffer.from(seal.hash).toString('hex'), at: now },
    }
    const { account: _account, ...stated } = head
    return { ...stated, asset, balance, signature: signer?.sign(headText(head)) ?? null }
  })
}

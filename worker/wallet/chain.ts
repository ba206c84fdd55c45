import { chainStart, linkText } from '#contract/ledger/chain.ts'
import type { PostingRow } from '#contract/ledger/schema-row.ts'

const text = new TextEncoder()

async function sha256(...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

/** Bytes as hexadecimal digits. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** How far a chain has been followed: its last link, and the balance after it. */
export interface Followed {
  link: Uint8Array
  seq: number
  balance: bigint
}

/** An account's chain before its first posting. */
export const beginning = async (account: string, asset: string): Promise<Followed> => ({
  link: await sha256(text.encode(chainStart(account, asset))),
  seq: 0,
  balance: 0n,
})

/** The chain after one more posting; undefined where that does not follow: a gap, or another balance. */
export async function followPosting(before: Followed, posting: PostingRow): Promise<Followed | undefined> {
  const { seq, entry, cause, at } = posting
  const [amount, balance] = [BigInt(posting.amount), BigInt(posting.balance)]
  if (seq !== before.seq + 1 || balance !== before.balance + amount || balance < 0n) return undefined
  return {
    link: await sha256(before.link, text.encode(linkText({ entry, cause, at, amount, balance }))),
    seq,
    balance,
  }
}

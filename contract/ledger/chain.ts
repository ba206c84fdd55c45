// The chain of an account's postings, as the database writes it (migration 0067) and a device verifies it: each link is
// the SHA-256 of the link before it and the posting's text.

/** A posting to an account, with the account's balance after it (units of its asset). */
export interface ChainLink {
  /** The number of its entry in the book. */
  entry: number
  cause: string
  /** Unix ms. */
  at: number
  amount: bigint
  balance: bigint
}

/** The text whose SHA-256 is the link before an account's first posting. */
export const chainStart = (account: string, asset: string): string => `${account}\n${asset}`

/** A posting's text: its SHA-256 after the link before it is its own link. */
export const linkText = ({ entry, cause, at, amount, balance }: ChainLink): string =>
  `${entry}\n${cause}\n${at}\n${amount}\n${balance}`

/** The end of an account's chain, as the market signs it, with the seal of the whole book that it stands on. */
export interface LedgerHead {
  account: string
  asset: string
  seq: number
  balance: bigint
  /** The last link, in hexadecimal digits. */
  hash: string
  seal: number
  sealHash: string
  /** When it was signed (Unix ms). */
  at: number
}

/** The text that the market signs for a head. */
export const headText = ({ account, asset, seq, balance, hash, seal, sealHash, at }: LedgerHead): string =>
  `caravan account 1\n${account}\n${asset}\n${seq}\n${balance}\n${hash}\n${seal}\n${sealHash}\n${at}`

/** A batch of the whole book's entries, after the seal before it, as the market signs it. */
export interface Seal {
  n: number
  entries: number
  hash: string
  at: number
}

/** The text that the market signs for a seal. */
export const sealWords = ({ n, entries, hash, at }: Seal): string => `caravan book 1\n${n}\n${entries}\n${hash}\n${at}`

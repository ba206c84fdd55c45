import * as z from 'zod/mini'

/** Units of an asset: a whole number in decimal digits, since JSON's numbers end at 2^53. */
export const Units = z.string()

/** Units that a person enters: at least one. */
export const TypedUnits = z.string().check(z.regex(/^[1-9]\d{0,29}$/))

/** An asset by its name (coins/assets.ts); newer markets may have others. */
export const AssetName = z.string()

/**
 * A posting to the account of a person or a store: the units of an asset that came or went, and the balance after it.
 * `seq` counts the account's postings of that asset, `entry` the entries of the whole book; the cause names an order,
 * for example (wallet/posting-causes.ts). A device verifies that each follows from the one before it
 * (chain.ts).
 */
export const PostingRow = z.object({
  asset: AssetName,
  seq: z.int(),
  entry: z.int(),
  cause: z.string(),
  /** Unix ms. */
  at: z.number(),
  amount: Units,
  balance: Units,
})
export type PostingRow = z.infer<typeof PostingRow>

/** The coin in which an order was paid, and what was paid and is held of it. */
export const PaidCoins = z.object({ asset: AssetName, paid: Units, held: Units })

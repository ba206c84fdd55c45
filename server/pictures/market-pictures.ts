import type { Tx } from '../db/tables/tables.ts'
import { fileNameIn } from '../files/claim-files.ts'

/** Whether the picture of a `src` is one that operators have sent for categories and articles. */
export async function isMarketPicture(tx: Tx, src: string): Promise<boolean> {
  const name = fileNameIn(src)
  if (name === undefined) return false
  const found = await tx.selectFrom('market_pictures').select('name').where('name', '=', name).executeTakeFirst()
  return found !== undefined
}

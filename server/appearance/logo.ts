import sharp from 'sharp'
import { LOGO_EDGE } from '#contract/appearance/shades.ts'
import { readLogo } from './appearance.ts'
import { audit, type Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables/tables.ts'
import { catalogueTransaction } from '../feed/catalogue-feed.ts'
import { newFileName } from '../files/claim-files.ts'
import type { KeptPicture } from '../files/make-picture.ts'

/** A logo as it is kept: the whole picture on a clear square, since it is shown as one everywhere. */
const squared = (bytes: Uint8Array): Promise<Buffer> =>
  sharp(bytes)
    .resize(LOGO_EDGE, LOGO_EDGE, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .webp({ quality: 90 })
    .toBuffer()

/** Makes a picture the market's logo, in place of the one before, or takes that away. */
export async function putLogo(db: Db, picture: KeptPicture | null, actor: Actor): Promise<void> {
  const row = picture && { name: newFileName(), bytes: await squared(picture.bytes), tint: picture.tint }
  await catalogueTransaction(db, async ({ tx }) => {
    const before = { value: (await readLogo(tx))?.src ?? null }
    await tx.deleteFrom('market_logo').execute()
    if (row) await tx.insertInto('market_logo').values(row).execute()
    const after = { value: (await readLogo(tx))?.src ?? null }
    await audit(tx, { ...actor, what: 'setting.put', subject: 'setting:logo', before, after })
  })
}

import { FILE_ID } from '#contract/pictures/files.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { OwnRefusal } from '#contract/wire/schema-refusals.ts'
import type { Tx } from '../db/tables/tables.ts'
import { fileNameIn, fileSrc, releaseFiles, addUses, type Claiming } from '../files/claim-files.ts'

/** Which pictures: those that the product has, and the files of its store. */
interface Among {
  storeUid: string
  /** The product's id, under which its files are used. */
  goodsId: string
  had: readonly Picture[]
}

/** The subject that a product's files are used by. */
export const goodsSubject = (id: string): string => `goods:${id}`

interface FoundFile {
  id: string
  name: string
  tint: string
}

async function filesOf(
  tx: Tx,
  storeUid: string,
  column: 'id' | 'name',
  named: readonly string[],
): Promise<FoundFile[]> {
  if (named.length === 0) return []
  const found = await tx
    .selectFrom('files')
    .select(['id', 'name', 'tint'])
    .where('user_id', '=', storeUid)
    .where('state', '=', 'here')
    .where(column, 'in', [...named])
    .forUpdate()
    .execute()
  return found.map(({ tint, ...file }) => ({ ...file, tint: tint! }))
}

/** The final names of pictures: the id of a file becomes the address of its picture. */
export async function settledNames(tx: Tx, storeUid: string, names: readonly string[]): Promise<string[]> {
  const found = await filesOf(
    tx,
    storeUid,
    'id',
    names.filter((name) => FILE_ID.test(name)),
  )
  const src = new Map(found.map(({ id, name }) => [id, fileSrc(name)]))
  return names.map((name) => src.get(name) ?? name)
}

/**
 * The pictures of these names, from now on used by the product and to be seen; or why it is refused. Only its own
 * pictures and its store's files are to be had: an address alone brings in nobody else's.
 */
export async function claimPictures(
  { tx, keys }: Omit<Claiming, 'userId'>,
  { storeUid, goodsId, had }: Among,
  names: readonly string[],
): Promise<Picture[] | OwnRefusal> {
  if (names.length === 0 && had.length === 0) return []
  const kept = new Map(had.map((picture) => [picture.src, picture]))
  const fileNames = names.flatMap((src) => fileNameIn(src) ?? [])
  const files = await filesOf(tx, storeUid, 'name', fileNames)
  for (const { name, tint } of files) kept.set(fileSrc(name), { src: fileSrc(name), tint })
  if (names.some((src) => !kept.has(src))) return { reason: 'fileMissing' }
  const subject = goodsSubject(goodsId)
  await releaseFiles(tx, storeUid, subject)
  const ids = files.map(({ id }) => id)
  await addUses({ tx, userId: storeUid, keys }, ids, subject)
  return names.map((src) => kept.get(src)!)
}

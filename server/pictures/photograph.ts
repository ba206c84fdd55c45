import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

// A photograph is kept as one square WebP (its master) under a name: the hash of its bytes, or, for those that come
// with the demo market, the name of its file. Its address says nothing more, so that equal photographs are one.

const ROOT = 'photo'
const shape = new RegExp(`^${ROOT}/([a-z0-9-]{1,64})$`)
/** The fetched photographs of a market take no more than this (bytes). */
export const PHOTOGRAPHS_MAX = 8 * 1024 ** 3

const DEMO = new URL('../seed/photos/', import.meta.url)

/** The folder of fetched photographs in a market's data folder. */
export const photographsIn = (dataDir: string): string => join(dataDir, 'photographs')

/** How much a market's fetched photographs take (bytes). */
export async function photographBytes(dataDir: string): Promise<number> {
  const folder = photographsIn(dataDir)
  const names = (await readdir(folder).catch(orNothing)) ?? []
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name)).catch(orNothing)))
  return sizes.reduce((sum, found) => sum + (found?.size ?? 0), 0)
}

/** The `src` of the photograph of that name. */
export const photographSrc = (name: string): string => `${ROOT}/${name}`

/** The name of the photograph at a `src`; undefined when it is none's. */
export const photographName = (src: string): string | undefined => shape.exec(src)?.[1]

const orNothing = (error: unknown): undefined => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

/** The master of a photograph: of the demo market's own, or of those that were fetched into the data folder. */
export async function readMaster(name: string, dataDir: string | undefined): Promise<Buffer | undefined> {
  const own = await readFile(new URL(`${name}.webp`, DEMO)).catch(orNothing)
  if (own || dataDir === undefined) return own
  return readFile(join(photographsIn(dataDir), `${name}.webp`)).catch(orNothing)
}

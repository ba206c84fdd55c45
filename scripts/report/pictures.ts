import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { makePicture } from '#server/files/make-picture.ts'

/** A picture as its manifest names it: what it begins as, and what those who gave it say of it. */
export interface Named {
  file: string
  sha256: string
  starts: string
  expect: 'valid' | 'malformed' | 'either'
}

/** How a picture ended, and how long that took (ms). */
export interface Ended extends Named {
  ends: 'made' | 'refused'
  ms: number
}

/** The kinds of pictures that the server decodes; it refuses all others (docs/decisions/pictures.md). */
const KINDS = /^(png|apng|jpe?g|gif|webp|avif)/i

/** Whether a picture ended otherwise than its manifest says; one of another kind is expected to be refused. */
export const departs = ({ expect, ends, starts }: Ended): boolean =>
  expect === 'malformed' ? ends === 'made' : expect === 'valid' && ends === 'refused' && KINDS.test(starts)

/** The manifest of a folder: JSON Lines, in it or beside it, plain or gzip. */
async function readManifest(folder: string): Promise<Named[]> {
  const places = [join(folder, 'manifest.jsonl'), `${folder}.manifest.jsonl`].flatMap((path) => [path, `${path}.gz`])
  const found = places.find((path) => existsSync(path))
  if (found === undefined) throw new Error(`There is no manifest: ${places.join(', ')}`)
  const bytes = await readFile(found)
  const text = (found.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Named)
}

/** Puts every picture of a folder through what makes pictures at the server, and says how each kind ended. */
export async function reportPictures(given: string): Promise<string> {
  const folder = given.replace(/[\\/]+$/, '')
  const manifest = await readManifest(folder)
  const files = new Set(await readdir(folder))
  const ended: Ended[] = []
  const strange: string[] = []
  for (const named of manifest) {
    const bytes = await readFile(join(folder, named.file)).catch(() => undefined)
    if (!bytes || createHash('sha256').update(bytes).digest('hex') !== named.sha256) {
      strange.push(`${named.file}: ${bytes ? 'other bytes than the manifest says' : 'not there'}`)
      continue
    }
    files.delete(named.file)
    const since = performance.now()
    const made = await makePicture(bytes)
    ended.push({ ...named, ends: made ? 'made' : 'refused', ms: performance.now() - since })
  }
  strange.push(...[...files].filter((file) => !file.startsWith('manifest.')).map((file) => `${file}: in no manifest`))
  return written(ended, strange)
}

/** The report: a table of what was said and what became of it, and each departure by name. */
export function written(ended: readonly Ended[], strange: readonly string[]): string {
  const count = (expect: string, ends: string): number =>
    ended.filter((one) => one.expect === expect && one.ends === ends).length
  const others = ended.filter((one) => one.expect === 'valid' && one.ends === 'refused' && !KINDS.test(one.starts))
  const slowest = ended.toSorted((a, b) => b.ms - a.ms)[0]
  const departed = ended.filter(departs)
  const rows = (['valid', 'malformed', 'either'] as const).map(
    (expect) =>
      `  ${expect.padEnd(10)} ${String(count(expect, 'made')).padStart(5)} made ${String(count(expect, 'refused')).padStart(5)} refused`,
  )
  return [
    `${ended.length} pictures`,
    ...rows,
    `Valid, of a kind that is no picture here: ${others.length} (${[...new Set(others.map(({ starts }) => starts))].sort().join(', ')})`,
    slowest ? `Slowest: ${slowest.file}, ${Math.round(slowest.ms)} ms` : 'Nothing was there',
    `Otherwise than the manifest says: ${departed.length}`,
    ...departed.map(({ file, expect, ends, starts }) => `  ${file} (${starts}): ${expect}, and ${ends}`),
    ...strange.map((line) => `  ${line}`),
  ].join('\n')
}

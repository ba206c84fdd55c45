import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { StaticSite } from '../../support/servers/static-site.ts'

const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url))

/** A server's answer at a path. */
interface Given {
  body: string
  type: string
}

/**
 * A newer version of the built app: another index.html, which says its number, and so another list in the service
 * worker. `without` is a chunk that it no longer has.
 */
export async function newerVersion(number: string, without?: string): Promise<{ index: Given; worker: Given }> {
  const index = await readFile(`${DIST}index.html`, 'utf8')
  const worker = await readFile(`${DIST}sw.js`, 'utf8')
  const listed = worker.replace(
    /("?revision"?:\s*"?)[0-9a-f]{32}("?,\s*"?url"?:\s*"\/index\.html")/,
    `$1${number.padStart(32, '0')}$2`,
  )
  // Its list names chunks without their folder and their ending (scripts/build/service-worker.ts).
  const name = without?.replace(/\.\w+$/, '')
  const newer = name === undefined ? listed : listed.replace(new RegExp(`(?<=')${name} | ${name}(?=[ '])`), '')
  if (listed === worker || (name !== undefined && newer === listed))
    throw new Error('the list in the service worker was not found')
  return {
    index: {
      body: index.replace('<head>', `<head><meta name="version" content="${number}">`),
      type: 'text/html',
    },
    worker: { body: newer, type: 'text/javascript' },
  }
}

/** Puts a newer version in the place of the one that the site serves; `without` is a chunk that it no longer has. */
export async function deploy(site: StaticSite, number: string, without?: string): Promise<void> {
  const { index, worker } = await newerVersion(number, without)
  site.overrides.set('/index.html', index)
  if (without !== undefined) site.overrides.set(`/assets/${without}`, null)
  site.overrides.set('/sw.js', worker)
}

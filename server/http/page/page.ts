import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { locales, type LocaleCode } from '#contract/text/locales.ts'
import type { Bounds } from '../../turns/bounds.ts'
import { encodingFor } from './accepts.ts'
import { languageAsked } from '../caller.ts'
import { compressBytes } from './compress.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
}
const compressible = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.txt'])

/** The suffix of a file that is the brotli form of another one, made by the build. */
const PACKED = '.br'

interface Kept {
  /** The build's file; undefined for what was made of one. */
  file: string | undefined
  body: Buffer
  etag: string
  type: string
  headers: Readonly<Record<string, string>>
  encoded: Map<string, Promise<Buffer>>
}

/** The shell as it goes out, with its own headers. */
export interface DressedShell {
  html: string
  headers: Readonly<Record<string, string>>
}

/** Makes it of the built index.html, in a language. */
export type DressShell = (html: string, language: LocaleCode) => Promise<DressedShell>

const SHELL = '/index.html'

/**
 * Serves the built page: hashed files for ever, everything else checked each time, and index.html for every path of the
 * page's own router.
 */
export interface Page {
  /** Whether a path belongs to the page's own router: none of its files. */
  isScreen(path: string): boolean
  serve(request: Request): Promise<Response>
}

/** The build's files by the one path under which each is served; none when the page has not been built. */
function filesOf(root: string): Map<string, string> {
  if (!existsSync(root)) return new Map()
  return new Map(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file): [string, string] => [`/${relative(root, file).replaceAll('\\', '/')}`, file])
      // Clients cannot ask for the bundles that the server itself runs, nor for a brotli form by its own name.
      .filter(([path]) => !path.startsWith('/server/') && !path.endsWith(PACKED)),
  )
}

/**
 * `root` is the folder of the build. Its files are listed once, so that no path of a caller ever reaches the file
 * system and each file is kept under one name, with its compressed forms. `dress` makes the shell of index.html, which
 * goes out as it is without.
 */
export function createPage(root: string, bounds?: Bounds, dress?: DressShell): Page {
  const files = filesOf(root)
  const kept = new Map<string, Promise<Kept>>()
  bounds?.add({ name: 'Files of the page in memory', limit: files.size, unit: 'entries', use: () => kept.size })
  const dressed = new Map<LocaleCode, Kept>()
  if (dress) bounds?.add({ name: 'Shells in memory', limit: locales.length, unit: 'entries', use: () => dressed.size })

  const load = (path: string): Promise<Kept> | undefined => {
    const file = files.get(path)
    if (file === undefined) return undefined
    const before = kept.get(path)
    if (before) return before
    const loading = readKept(file)
    kept.set(path, loading)
    // The next request tries again to read a file that could not be read.
    loading.catch(() => kept.delete(path))
    return loading
  }

  /** The shell in a language; its compressed forms are kept until it is another one. */
  const shellIn = async (language: LocaleCode): Promise<Kept | undefined> => {
    const plain = await load(SHELL)
    if (!plain || !dress) return plain
    const { html, headers } = await dress(plain.body.toString('utf8'), language)
    const fresh = keptOf(undefined, Buffer.from(html), plain.type, headers)
    const before = dressed.get(language)
    if (before?.etag === fresh.etag) return before
    dressed.set(language, fresh)
    return fresh
  }

  const isFile = (path: string): boolean =>
    (path !== '/' && files.has(path)) || extname(path) !== '' || path.startsWith('/assets/')
  return {
    isScreen: (path) => {
      const decoded = decodePath(path)
      return decoded !== undefined && !isFile(decoded)
    },
    async serve(request) {
      const path = decodePath(new URL(request.url).pathname)
      if (path === undefined) return new Response('Bad address', { status: 400 })
      const asset = path === '/' || path === SHELL ? undefined : await load(path)
      // A missing file is missing; any other path belongs to the page's router.
      if (!asset && path !== SHELL && (extname(path) !== '' || path.startsWith('/assets/')))
        return new Response('Not found', { status: 404, headers: { 'Content-Type': 'text/plain' } })
      // It says what language it is in by its ETag alone, since it is asked for again each time: a service worker that
      // keeps it finds it for every navigation, whatever that accepts.
      const found = asset ?? (await shellIn(languageAsked(request)))
      if (!found)
        return new Response('The page has not been built: npm run build, then start again', {
          status: 503,
          headers: { 'Content-Type': 'text/plain' },
        })
      const headers = new Headers({
        ...found.headers,
        'Content-Type': found.type,
        ETag: found.etag,
        Vary: 'Accept-Encoding',
        'Cache-Control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      })
      if (request.headers.get('If-None-Match') === found.etag) return new Response(null, { status: 304, headers })
      const encoding = compressible.has(extname(asset ? path : SHELL))
        ? encodingFor(request.headers.get('Accept-Encoding'))
        : undefined
      if (!encoding) return new Response(new Uint8Array(found.body), { headers })
      headers.set('Content-Encoding', encoding)
      return new Response(new Uint8Array(await encoded(found, encoding)), { headers })
    },
  }
}

function decodePath(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path)
    return decoded.includes('\0') ? undefined : decoded
  } catch {
    // A malformed escape is the caller's, not ours.
    return undefined
  }
}

const readKept = async (file: string): Promise<Kept> =>
  keptOf(file, await readFile(file), types[extname(file)] ?? 'application/octet-stream', {})

const keptOf = (file: string | undefined, body: Buffer, type: string, headers: Kept['headers']): Kept => ({
  ...{ file, body, type, headers },
  etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  encoded: new Map(),
})

/** The compressed form: the build's, or made once however many ask at the same time. */
function encoded(kept: Kept, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const before = kept.encoded.get(encoding)
  if (before) return before
  const packed = encoding === 'br' && kept.file !== undefined ? kept.file + PACKED : undefined
  const making = packed !== undefined && existsSync(packed) ? readFile(packed) : compressBytes(kept.body, encoding, 9)
  kept.encoded.set(encoding, making)
  making.catch(() => kept.encoded.delete(encoding))
  return making
}

import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { accepts } from './accepts.ts'

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

interface Kept {
  body: Buffer
  etag: string
  type: string
  encoded: Map<string, Buffer>
}

/**
 * Serves the built page: hashed files for ever, everything else checked each time, and index.html for every path of the
 * page's own router.
 */
export interface Page {
  serve(request: Request): Promise<Response>
}

/** `root` is the folder of the build. Files are read once and kept with their compressed forms. */
export function createPage(root: string): Page {
  const kept = new Map<string, Kept | undefined>()

  const load = async (path: string): Promise<Kept | undefined> => {
    if (kept.has(path)) return kept.get(path)
    const file = join(root, normalize(path))
    const inside = file.startsWith(root + sep)
    const isFile =
      inside &&
      (await stat(file).then(
        (s) => s.isFile(),
        () => false,
      ))
    // Unknown paths are not remembered: anyone could fill the memory with them.
    if (!isFile) return undefined
    const body = await readFile(file)
    const one: Kept = {
      body,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      type: types[extname(file)] ?? 'application/octet-stream',
      encoded: new Map(),
    }
    kept.set(path, one)
    return one
  }

  return {
    async serve(request) {
      const path = decodePath(new URL(request.url).pathname)
      if (path === undefined) return new Response('Bad address', { status: 400 })
      const asset = path === '/' ? undefined : await load(path)
      // A missing file is missing; any other path belongs to the page's router.
      if (!asset && (extname(path) !== '' || path.startsWith('/assets/')))
        return new Response('Not found', { status: 404, headers: { 'Content-Type': 'text/plain' } })
      const found = asset ?? (await load('/index.html'))
      if (!found)
        return new Response('The page has not been built: npm run build', {
          status: 503,
          headers: { 'Content-Type': 'text/plain' },
        })
      const headers = new Headers({
        'Content-Type': found.type,
        ETag: found.etag,
        Vary: 'Accept-Encoding',
        'Cache-Control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      })
      if (request.headers.get('If-None-Match') === found.etag) return new Response(null, { status: 304, headers })
      const encoding = compressible.has(extname(asset ? path : '/index.html'))
        ? chooseEncoding(request.headers.get('Accept-Encoding'))
        : undefined
      if (!encoding) return new Response(new Uint8Array(found.body), { headers })
      headers.set('Content-Encoding', encoding)
      return new Response(new Uint8Array(await encode(found, encoding)), { headers })
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

const chooseEncoding = (header: string | null): 'br' | 'gzip' | undefined =>
  accepts(header, 'br') ? 'br' : accepts(header, 'gzip') ? 'gzip' : undefined

async function encode(kept: Kept, encoding: 'br' | 'gzip'): Promise<Buffer> {
  let bytes = kept.encoded.get(encoding)
  if (!bytes) {
    bytes =
      encoding === 'br'
        ? await promisify(brotliCompress)(kept.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
        : await promisify(gzip)(kept.body, { level: 9 })
    kept.encoded.set(encoding, bytes)
  }
  return bytes
}

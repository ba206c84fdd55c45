import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { accepts } from './accepts.ts'

/** Below this an answer fits the first packets as it is. */
const FROM_BYTES = 1_400
/** Compressed forms of kept pages that are remembered, by their ETag. */
const REMEMBER = 300
const pack = promisify(gzip)

/** The compressed form of bytes; `quality` is brotli's (0–11) or gzip's (1–9). */
export const compressBytes = (body: Uint8Array, encoding: 'br' | 'gzip', quality: number): Promise<Buffer> =>
  encoding === 'br'
    ? promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
    : pack(body, { level: quality })

/** Compresses the API's JSON for callers that can read it; a page that is kept is compressed once. */
export function compressJson(): MiddlewareHandler {
  const remembered = new Map<string, Promise<Buffer>>()
  const packed = (body: ArrayBuffer, etag: string | null): Promise<Buffer> => {
    const known = etag === null ? undefined : remembered.get(etag)
    const bytes = known ?? pack(body, { level: 5 })
    if (etag !== null && !known) {
      remembered.set(etag, bytes)
      if (remembered.size > REMEMBER) remembered.delete(remembered.keys().next().value!)
    }
    return bytes
  }
  return async (c, next) => {
    await next()
    const { headers, status } = c.res
    if (
      !headers.get('Content-Type')?.startsWith('application/json') ||
      headers.has('Content-Encoding') ||
      status === 304
    )
      return
    headers.append('Vary', 'Accept-Encoding')
    if (!accepts(c.req.header('Accept-Encoding'), 'gzip')) return
    const body = await c.res.arrayBuffer()
    const small = body.byteLength < FROM_BYTES
    if (!small) headers.set('Content-Encoding', 'gzip')
    headers.delete('Content-Length')
    c.res = new Response(small ? body : new Uint8Array(await packed(body, headers.get('ETag'))), { status, headers })
  }
}

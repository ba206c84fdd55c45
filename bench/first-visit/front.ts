import { Agent, request as ask, type IncomingMessage } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { pipeline } from 'node:stream'
import { brotliCompressSync, constants, createBrotliCompress } from 'node:zlib'
import { makeCertificate } from './certificate.ts'
import { openLink, type Link } from './link.ts'

// A stand-in for the reverse proxy of a deployment: TLS and HTTP/2 for browsers, and brotli for the answers that the
// market has not compressed itself. It is one origin for the market and for the pages it is measured against.

/** A document or script that is not the market's. */
interface Given {
  type: string
  body: string
}

export interface Front {
  url: string
  link: Link
  /** Answers a path by itself from now on. */
  give(path: string, answer: Given): void
  /** How a Chromium is told to trust it. */
  browserArgs: string[]
  close(): Promise<void>
}

const TEXT = /^(text\/|application\/(json|javascript|manifest\+json)|image\/svg)/
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection', 'host'])

/** Opens a front before the market at `market`. */
export async function openFront(market: string): Promise<Front> {
  const { key, cert, spki } = makeCertificate()
  const given = new Map<string, { type: string; packed: Buffer }>()
  const agent = new Agent({ keepAlive: true })

  const pass = (answer: IncomingMessage, response: Http2ServerResponse): void => {
    const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name)))
    const packs = headers['content-encoding'] === undefined && TEXT.test(String(headers['content-type']))
    if (packs) {
      headers['content-encoding'] = 'br'
      delete headers['content-length']
    }
    response.writeHead(answer.statusCode ?? 502, headers)
    const gone = (): void => undefined // The browser went away in the middle of an answer.
    if (packs) pipeline(answer, createBrotliCompress(BROTLI), response, gone)
    else pipeline(answer, response, gone)
  }
  const server = createSecureServer({ key, cert, minVersion: 'TLSv1.3' }, (request, response) => {
    const own = given.get(request.url)
    if (own) {
      response.writeHead(200, { 'content-type': own.type, 'content-encoding': 'br', 'cache-control': 'no-cache' })
      return void response.end(own.packed)
    }
    const onward = ask(market + request.url, { method: request.method, headers: headersOf(request), agent })
    onward.on('response', (answer) => pass(answer, response))
    onward.on('error', () => response.stream.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  // A browser that is closed breaks its connections.
  server.on('sessionError', () => undefined)
  const link = await openLink((connection) => server.emit('connection', connection))
  return {
    url: `https://localhost:${link.port}`,
    link,
    give: (path, { type, body }) => given.set(path, { type, packed: brotliCompressSync(body, BROTLI) }),
    browserArgs: [`--ignore-certificate-errors-spki-list=${spki}`],
    close: async () => {
      await link.close()
      agent.destroy()
    },
  }
}

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** The headers that the market gets: the browser's own, and what it came by. */
function headersOf({ headers, authority }: Http2ServerRequest): Record<string, string | string[]> {
  const onward: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(headers))
    if (!name.startsWith(':') && !HOP_BY_HOP.has(name) && value !== undefined) onward[name] = value
  return { ...onward, host: authority, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' }
}

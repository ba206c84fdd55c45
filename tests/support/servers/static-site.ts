import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url))
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
}

/** The answer of a path in place of its file; null is a 404, `never` no answer at all. */
export type Override = { body: string | Buffer; type: string; cacheControl?: string } | 'never' | null

const whole = (override: Override | undefined) => (override === 'never' ? undefined : override)

/** The built page without a market behind it, whose files a test may change under a running browser. */
export interface StaticSite {
  url: string
  overrides: Map<string, Override>
  asked: string[]
  close(): Promise<void>
}

/** Serves dist/ as the market does (screens by index.html), every other answer as `overrides` say. */
export async function serveDist(): Promise<StaticSite> {
  const overrides = new Map<string, Override>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    asked.push(path)
    const answer = async (): Promise<void> => {
      const given = overrides.get(path)
      if (given === 'never') return
      const file = extname(path) ? path : '/index.html'
      const body =
        given === null || path.startsWith('/api/')
          ? undefined
          : (given?.body ??
            whole(overrides.get(file))?.body ??
            (await readFile(join(DIST, normalize(file))).catch(() => undefined)))
      if (body === undefined) return void response.writeHead(404).end()
      response
        .writeHead(200, {
          'content-type': given?.type ?? TYPES[extname(file)] ?? 'application/octet-stream',
          'cache-control': given?.cacheControl ?? 'no-cache',
        })
        .end(body)
    }
    void answer()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://localhost:${port}`,
    overrides,
    asked,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

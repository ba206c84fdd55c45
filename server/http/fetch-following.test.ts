import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchFollowing } from './fetch-following.ts'

// /3 leads to /2, and so on to /0, which answers; ?by= says with which status, ?to= to another server.

const asked: string[] = []
const start = async (): Promise<{ server: Server; url: string }> => {
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://here')
    const [n, by] = [Number(url.pathname.slice(1)), Number(url.searchParams.get('by') ?? 302)]
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      asked.push(`${request.method} ${url.pathname} ${request.headers.authorization ?? ''} ${body}`.trim())
      if (n === 0) return response.end('here')
      const to = url.searchParams.get('to') ?? ''
      response.writeHead(by, { location: `${to}/${n - 1}${url.search}` }).end('elsewhere')
    })
  })
  await new Promise<void>((done) => server.listen(0, done))
  return { server, url: `http://localhost:${(server.address() as AddressInfo).port}` }
}
let one: Awaited<ReturnType<typeof start>>
let other: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  one = await start()
  other = await start()
})
afterAll(() => {
  one.server.close()
  other.server.close()
})

const ask = async (path: string, init?: RequestInit): Promise<[number, string[]]> => {
  asked.length = 0
  const { status } = await fetchFollowing(one.url + path, init)
  return [status, asked]
}

describe('a server that somebody else runs', () => {
  it('is followed to other addresses of its own, five times', async () => {
    expect(await ask('/5?by=301')).toEqual([200, ['GET /5', 'GET /4', 'GET /3', 'GET /2', 'GET /1', 'GET /0']])
    expect((await ask('/6'))[0]).toBe(302)
  })

  it('never to another one, to which a key would go along', async () => {
    const init = { headers: { authorization: 'key' } }
    expect(await ask(`/1?to=${other.url}`, init)).toEqual([302, ['GET /1 key']])
    expect(await ask('/1', init)).toEqual([200, ['GET /1 key', 'GET /0 key']])
    expect((await ask('/1?to=file:///etc/passwd%23'))[0]).toBe(302)
  })

  it('is sent again what was posted if it asks for that, and else nothing', async () => {
    const init = { method: 'POST', body: 'code=1' }
    expect(await ask('/1?by=307', init)).toEqual([200, ['POST /1  code=1', 'POST /0  code=1']])
    expect(await ask('/1?by=302', init)).toEqual([302, ['POST /1  code=1']])
  })
})

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { serve } from '@hono/node-server'
import { afterEach, describe, expect, it } from 'vitest'
import { SERVER_OPTIONS } from '#server/http/server-options.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { until } from '../../support/device/world.ts'

// Strangers who want the server's memory and its database's time, over real sockets.

let market: TestMarket | undefined
let close: (() => Promise<void>) | undefined
let sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await close?.()
  await market?.close()
})

async function listen(options: object = SERVER_OPTIONS): Promise<number> {
  const server = serve({ fetch: (request, env) => market!.fetch(request, env), port: 0, serverOptions: options })
  await once(server, 'listening')
  close = () =>
    new Promise((closed) => {
      server.close(() => closed())
      if ('closeAllConnections' in server) server.closeAllConnections()
    })
  return (server.address() as AddressInfo).port
}
const use = async (name: string): Promise<number> =>
  market!.bounds
    .all()
    .find((b) => b.name === name)!
    .use()

/** Begins a body and never ends it; what is answered until the connection ends. */
function endless(port: number, path: string, headers: string[], bytes: number): { answer(): string; ended(): boolean } {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let heard = ''
  let ended = false
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text))
  socket.on('error', () => (ended = true)).on('close', () => (ended = true))
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers.join('\r\n')}\r\n\r\n`)
  socket.write(Buffer.alloc(bytes, 0x20))
  return { answer: () => heard, ended: () => ended }
}

describe('bodies that never end', () => {
  it('of a megabyte from strangers are refused unread; two hundred small ones take what is small, and others are served', async () => {
    market = await openTestMarket()
    const person = await market.person()
    const token = await market.login(person)
    const port = await listen()
    const large = Array.from({ length: 200 }, () =>
      endless(port, '/api/index/pro', ['Content-Length: 1040001'], 200_000),
    )
    await until('all are refused', async () => large.every((l) => l.answer().includes('413') || l.ended()))
    expect(large.some((l) => l.answer().includes('413'))).toBe(true)
    expect(await use('Other calls under way')).toBe(0)

    for (let i = 0; i < 500; i++) endless(port, '/api/index/pro', ['Content-Length: 15001'], 15_000)
    await until(
      'as many as one address may have are under way',
      async () => (await use('Other calls under way')) === 400,
    )
    expect((await fetch(`http://127.0.0.1:${port}/api/index/category?`, { method: 'GET' })).status).toBeLessThan(500)
    const honest = await fetch(`http://127.0.0.1:${port}/api/user/index`, { method: 'POST', headers: { token } })
    expect(honest.status).toBe(200)

    const pushes = Array.from({ length: 60 }, () =>
      endless(port, '/api/sync/push', [`token: ${token}`, 'Content-Length: 900001'], 900_000),
    )
    await until('eight pushes are under way', async () => (await use('Pushes under way')) === 8)
    await until('the others are sent away', async () => pushes.filter((p) => p.answer().includes('429')).length >= 40)
    expect(await use('Pushes under way')).toBe(8)
  })

  it('end after a while', async () => {
    expect(SERVER_OPTIONS.requestTimeout).toBe(30_000)
    market = await openTestMarket()
    const port = await listen({
      ...SERVER_OPTIONS,
      requestTimeout: 300,
      headersTimeout: 300,
      connectionsCheckingInterval: 100,
    })
    const slow = Array.from({ length: 50 }, () => endless(port, '/api/index/pro', ['Content-Length: 15001'], 15_000))
    await until('all have ended', async () => slow.every((s) => s.ended()))
    await until('nothing is under way', async () => (await use('Other calls under way')) === 0)
  })
})

describe('a flood of invented tokens', () => {
  it('asks the database no more often than an address may, and keeps nobody who is signed in out', async () => {
    market = await openTestMarket({
      anonymous: { capacity: 50, refillPerSecond: 0.001, maxKeys: 1000 },
      trustProxy: true,
    })
    const person = await market.person()
    const token = await market.login(person)
    const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
    expect((await market.call('/api/user/index', {}, token, from('198.51.100.7'))).code).toBe(1)
    let queries = 0
    const { db } = market
    const select = db.selectFrom.bind(db) as (...args: unknown[]) => never
    Object.assign(db, {
      selectFrom: (...args: unknown[]) => {
        if (args[0] === 'sessions') queries++
        return select(...args)
      },
    })
    const answers = new Map<number, number>()
    const paths = ['/api/sync/poke', '/api/user/index', '/api/index/category', '/api/sync/pull']
    for (let i = 0; i < 2000; i++) {
      const path = paths[i % paths.length]!
      const get = path.startsWith('/api/sync')
      const { status } = await market.fetch(
        new Request(`http://market${path}`, {
          method: get ? 'GET' : 'POST',
          headers: { token: randomBytes(32).toString('base64url'), 'X-Forwarded-For': '198.51.100.7' },
        }),
      )
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
    // Fifty, of which the honest one had taken one.
    expect(queries).toBe(49)
    expect(answers.get(429)).toBe(1951)
    // The same address, a session that was live before: its own limits hold, not its neighbour's.
    expect((await market.call('/api/user/index', {}, token, from('198.51.100.7'))).code).toBe(1)
    expect((await market.call('/api/user/index', {}, token, from('198.51.100.8'))).code).toBe(1)
    expect(await use('Sessions remembered')).toBe(1)
  })

  it('forgets a session that has ended', async () => {
    market = await openTestMarket()
    const person = await market.person()
    const token = await market.login(person)
    expect((await market.call('/api/user/index', {}, token)).code).toBe(1)
    await market.db.deleteFrom('sessions').execute()
    expect((await market.call('/api/user/index', {}, token)).status).toBe(401)
    expect(await use('Sessions remembered')).toBe(0)
  })
})

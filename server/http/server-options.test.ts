import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { endStalled } from './server-options.ts'

const MS = 200
let server: Server
afterEach(() => server.close())

/** A server that answers after a time with so many bytes, and a caller that does not read. */
async function asked(after: number, bytes: number): Promise<{ caller: Socket; ended: Promise<unknown> }> {
  server = createServer((_request, response) => void wait(after).then(() => response.end(Buffer.alloc(bytes))))
  endStalled(server, MS)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const taken = once(server, 'connection') as Promise<[Socket]>
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1')
  caller.on('error', () => undefined)
  caller.write('GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n')
  const [socket] = await taken
  return { caller, ended: once(socket, 'close') }
}

it('ends a connection that takes nothing of a large answer', async () => {
  const { caller, ended } = await asked(0, 50_000_000)
  await ended
  caller.destroy()
})

it('ends a connection that asks nothing more after its answer', async () => {
  server = createServer((_request, response) => void response.end('done'))
  server.keepAliveTimeout = MS
  endStalled(server, MS)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1')
  caller.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
  caller.resume()
  await once(caller, 'close')
})

it('lets one wait for its answer as long as that takes', async () => {
  const { caller } = await asked(3 * MS, 1000)
  let bytes = 0
  for await (const part of caller) bytes += (part as Buffer).length
  expect(bytes).toBeGreaterThan(1000)
})

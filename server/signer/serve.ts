import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { connect, type Server } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { SERVER_OPTIONS } from '../http/server-options.ts'
import { Payment, type Signer } from './protocol.ts'

/** The largest payment in JSON (bytes). */
const PAYMENT_MAX = 16_384

/** The calls of a signer. */
function createCalls(signer: Signer): Hono {
  const app = new Hono()
  app.get('/about', async (c) => c.json(await signer.about()))
  app.post('/sign', bodyLimit({ maxSize: PAYMENT_MAX }), async (c) => {
    const read = Payment.safeParse(await c.req.json<unknown>().catch(() => undefined))
    return read.success ? c.json(await signer.sign(read.data)) : c.text('That is no payment.', 400)
  })
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    console.error('A payment could not be signed:', error)
    return c.text('The signer could not do it; its own log says why.', 500)
  })
  return app
}

/** Whether somebody listens on a socket. */
async function isListening(path: string): Promise<boolean> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    // Nobody listens: a file that a crash left behind, or none.
    return false
  } finally {
    socket.destroy()
  }
}

/**
 * Listens on a socket until the function it returns is called. The socket is open to its owner and its owner's group,
 * so that the market can be another user.
 *
 * @throws Error where somebody listens there already
 */
export async function serveSigner(signer: Signer, path: string): Promise<() => Promise<void>> {
  if (await isListening(path)) throw new Error(`Another program listens on ${path}.`)
  const isFile = process.platform !== 'win32'
  if (isFile) await rm(path, { force: true })
  const server = createAdaptorServer({ fetch: createCalls(signer).fetch, serverOptions: SERVER_OPTIONS }) as Server
  server.listen(path)
  await once(server, 'listening')
  if (isFile) await chmod(path, 0o660)
  return async () => {
    const closed = once(server, 'close')
    server.close()
    if ('closeAllConnections' in server) (server as { closeAllConnections(): void }).closeAllConnections()
    await closed
  }
}

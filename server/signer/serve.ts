import { once } from 'node:events'
import { chmod, lstat, rm } from 'node:fs/promises'
import { connect, type Server } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import type * as z from 'zod/mini'
import { SERVER_OPTIONS } from '../http/server-options.ts'
import { Gas, Payment, Sweep, type SignAnswer, type Signer } from './protocol/protocol.ts'

/** The largest payment in JSON, and the largest sweep, with the transactions that have made its outputs (bytes). */
const [PAYMENT_MAX, SWEEP_MAX] = [32_768, 16_000_000]

/** The calls of a signer. */
function createCalls(signer: Signer): Hono {
  const app = new Hono()
  app.get('/about', async (c) => c.json(await signer.about()))
  app.get('/signed/:id', async (c) => c.json(await signer.signed(c.req.param('id'))))
  const signs = <T>(
    path: string,
    schema: z.ZodMiniType<T>,
    { maxSize, sign }: { maxSize: number; sign(asked: T): Promise<SignAnswer> },
  ): void =>
    void app.post(path, bodyLimit({ maxSize }), async (c) => {
      const read = schema.safeParse(await c.req.json<unknown>().catch(() => undefined))
      return read.success ? c.json(await sign(read.data)) : c.text('Not a valid request.', 400)
    })
  signs('/sign', Payment, { maxSize: PAYMENT_MAX, sign: (payment) => signer.sign(payment) })
  signs('/sweep', Sweep, { maxSize: SWEEP_MAX, sign: (sweep) => signer.sweep(sweep) })
  signs('/gas', Gas, { maxSize: PAYMENT_MAX, sign: (gas) => signer.gas(gas) })
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    console.error('A request could not be signed:', error)
    return c.text('The signer failed; its output says why.', 500)
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
    // A crash may have left the file behind.
    return false
  } finally {
    socket.destroy()
  }
}

/** Removes a socket that a crash left behind. @throws Error where something else stands there */
async function removeSocket(path: string): Promise<void> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!found) return
  if (!found.isSocket()) throw new Error(`${path} is not a socket. Set SIGNER_SOCKET to another path.`)
  await rm(path)
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
  if (isFile) await removeSocket(path)
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

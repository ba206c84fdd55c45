import { once } from 'node:events'
import {
  createServer,
  request as ask,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'

/**
 * The faults of a request between a browser and the market: no connection; no answer for ever; the effect without its
 * answer; the effect twice; a captive portal's page, or its redirect; a body that comes in drops, or only in part; a
 * market that is too busy.
 */
export const networkFaults = [
  'refuse',
  'hang',
  'lost',
  'twice',
  'portal',
  'redirect',
  'drip',
  'truncate',
  'busy',
] as const
export type NetworkFault = (typeof networkFaults)[number]

/** A request as the proxy sees it. */
export interface Passing {
  method: string
  path: string
  body: Buffer
  headers: IncomingHttpHeaders
}

/**
 * Stands between real browsers and a market, and is the origin that they know. Pages, workers and service workers all
 * pass through it.
 */
export interface FaultProxy {
  url: string
  /** Chooses the fault of each request before it is forwarded; undefined lets it pass. */
  before: (passing: Passing) => Promise<NetworkFault | undefined> | NetworkFault | undefined
  /** Called when the market has answered, before its answer goes back. */
  after: (passing: Passing) => Promise<void> | void
  /** The answers in place of the market's, by path. */
  overrides: Map<string, { body: string; type: string }>
  struck: Map<NetworkFault, number>
  /** Breaks off the requests that hang. */
  letGo(): void
  close(): Promise<void>
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

const bodyOf = async (stream: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** One exchange with the market itself. */
function forward(to: string, { method, path, headers, body }: Passing): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = ask(to + path, { method, headers }, (response) => {
      bodyOf(response).then(
        (whole) => resolve({ status: response.statusCode ?? 502, headers: response.headers, body: whole }),
        reject,
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Passes on the "pull now" stream as it comes. */
function stream(to: string, passing: Passing, response: ServerResponse): void {
  const sent = ask(to + passing.path, { method: passing.method, headers: passing.headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  sent.on('error', () => response.destroy())
  response.on('close', () => sent.destroy())
  sent.end()
}

/** Gives back an answer in drops, whole in the end; or only its first half. */
async function give(
  response: ServerResponse,
  { status, headers, body }: Answer,
  fault: NetworkFault | undefined,
): Promise<void> {
  response.writeHead(status, headers)
  if (fault === 'truncate') {
    response.write(body.subarray(0, body.length >> 1))
    return void setTimeout(() => response.destroy(), 5)
  }
  if (fault === 'drip') {
    const drop = Math.ceil(body.length / 8)
    for (let at = 0; at < body.length && !response.destroyed; at += drop) {
      response.write(body.subarray(at, at + drop))
      await new Promise((resolve) => {
        setTimeout(resolve, 40)
      })
    }
  }
  response.end(fault === 'drip' ? undefined : body)
}

/** Starts a proxy before the market at `to`, on a port of its own choice unless one is given. */
export async function startFaultProxy(to: string, port = 0): Promise<FaultProxy> {
  const proxy: FaultProxy = {
    url: '',
    before: () => undefined,
    after: () => undefined,
    overrides: new Map(),
    struck: new Map(),
    letGo: () => undefined,
    close: async () => undefined,
  }
  const hanging = new Set<ServerResponse>()
  proxy.letGo = () => {
    for (const response of hanging) response.destroy()
    hanging.clear()
  }

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const passing: Passing = {
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      body: await bodyOf(incoming),
      headers: { ...incoming.headers, connection: 'close' },
    }
    const fault = await proxy.before(passing)
    if (fault) proxy.struck.set(fault, (proxy.struck.get(fault) ?? 0) + 1)
    if (fault === 'refuse') return void response.destroy()
    if (fault === 'hang') return void hanging.add(response)
    if (fault === 'portal')
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Welcome</title><p>Accept our terms to go on.')
    if (fault === 'redirect') return void response.writeHead(302, { location: 'http://portal.invalid/' }).end()
    if (fault === 'busy') return void response.writeHead(503, { 'retry-after': '1' }).end()
    const override = proxy.overrides.get(passing.path.split('?')[0]!)
    if (override)
      return void response
        .writeHead(200, { 'content-type': override.type, 'cache-control': 'no-cache' })
        .end(override.body)
    if (passing.path.startsWith('/api/sync/poke')) return stream(to, passing, response)
    let answer = await forward(to, passing)
    if (fault === 'twice') answer = await forward(to, passing)
    await proxy.after(passing)
    if (fault === 'lost') return void response.destroy()
    await give(response, answer, fault)
  }
  const server = createServer((incoming, response) => {
    // A browser that went away in the middle, or a market that is down: the line breaks, as it would.
    handle(incoming, response).catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  proxy.url = `http://localhost:${(server.address() as { port: number }).port}`
  proxy.close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return proxy
}

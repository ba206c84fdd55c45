import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { serve } from '@hono/node-server'
import type { Random } from '#server/seed/random.ts'

// Requests that no HTTP client can send: bytes over a socket, against the server as it listens in production.

/** The time within which an exchange must be over, on either side (ms). */
const OVER = 10_000

/** The result of one exchange; `hung` when it was not over in time. */
export interface RawAnswer {
  sent: string
  status: number | undefined
  text: string
  ms: number
  hung: boolean
}

const body = '{"id":1}'
const gz = gzipSync(body).toString('latin1')
const post = (lines: string[], rest = body, path = '/api/index/pro_info', version = 'HTTP/1.1'): string =>
  [`POST ${path} ${version}`, 'Host: market', ...lines, '', rest].join('\r\n')

/** One request for each way of breaking HTTP/1.1. */
export const rawRequests: readonly ((random: Random) => string)[] = [
  () => post([`Content-Length: ${body.length + 500}`]),
  () => post([`Content-Length: ${body.length - 3}`, 'Connection: close']),
  () => post(['Content-Length: -1']),
  () => post(['Content-Length: 99999999999999999999']),
  () => post(['Content-Length: 8', 'Content-Length: 9']),
  () => post(['Content-Length: 8', 'Transfer-Encoding: chunked']),
  () => post(['Transfer-Encoding: chunked'], 'zz\r\n{"id":1}\r\n0\r\n\r\n'),
  () => post(['Transfer-Encoding: chunked'], '8\r\n{"id":1}'),
  () => post(['Transfer-Encoding: chunked', 'Connection: close'], '8\r\n{"id":1}\r\n0\r\n\r\n'),
  () => post(['Transfer-Encoding: gzip, chunked'], '8\r\n{"id":1}\r\n0\r\n\r\n'),
  () => post(['Content-Encoding: gzip', `Content-Length: ${gz.length + 40}`], gz),
  () => post(['Content-Encoding: gzip', `Content-Length: ${gz.length - 5}`, 'Connection: close'], gz),
  () => post(['Expect: 100-continue', `Content-Length: ${body.length}`, 'Connection: close']),
  () => post(['Expect: something', `Content-Length: ${body.length}`, 'Connection: close']),
  () => post(['Upgrade: websocket', 'Connection: Upgrade', `Content-Length: ${body.length}`]),
  () => post([`token: ${'x'.repeat(20_000)}`, 'Content-Length: 0']),
  () => post([...Array.from({ length: 2500 }, (_, i) => `X-${i}: y`), 'Content-Length: 0']),
  () => post(['token: a\u0000b', 'Content-Length: 0']),
  () => post([' folded: x', 'Content-Length: 0']),
  () => post(['Host: second', 'Content-Length: 0', 'Connection: close']),
  () => post(['Content-Length: 0', 'Connection: close'], '', 'http://evil.test/api/user/index'),
  () => post(['Content-Length: 0', 'Connection: close'], '', '//evil.test/api/user/index'),
  () => post(['Content-Length: 0', 'Connection: close'], '', '*'),
  () => post(['Content-Length: 0', 'Connection: close'], '', '/api/index/pro_info#x'),
  () => post(['Content-Length: 0', 'Connection: close'], '', '/api/\u0001'),
  () => post(['Content-Length: 0', 'Connection: close'], '', `/${'a'.repeat(60_000)}`),
  () => post(['Content-Length: 0'], '', '/api/user/index', 'HTTP/9.9'),
  () => post(['Content-Length: 0'], '', '/api/user/index', 'HTTP/1.0'),
  () => 'GET / HTTP/1.1\r\n\r\n',
  () => 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
  () => 'GET / HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n',
  () => 'GET / HTTP/1.1\r\nHost: [::::\r\nConnection: close\r\n\r\n',
  () => 'GET /a b HTTP/1.1\r\nHost: market\r\n\r\n',
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => 'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test\r\n\r\n',
  () => 'TRACE / HTTP/1.1\r\nHost: market\r\nConnection: close\r\n\r\n',
  () => 'QUERY /api/index/pro_info HTTP/1.1\r\nHost: market\r\nConnection: close\r\n\r\n',
  () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
  () => '',
  (random) => Array.from({ length: random.whole(1, 400) }, () => String.fromCharCode(random.whole(0, 255))).join(''),
  (random) =>
    post(['Content-Length: 8', 'Connection: close'])
      .split('')
      .map((c) => (random.chance(0.03) ? String.fromCharCode(random.whole(0, 255)) : c))
      .join(''),
  // Two behind each other, the second smuggled into the body of the first.
  () => post(['Content-Length: 0'], '') + post(['Content-Length: 8', 'Connection: close']),
  () =>
    post(
      [`Content-Length: ${body.length}`],
      `${body}GET /api/none HTTP/1.1\r\nHost: market\r\nConnection: close\r\n\r\n`,
    ),
]

function exchange(port: number, sent: string): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const since = performance.now()
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const done = (hung: boolean): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve({
        sent,
        status: Number(/^HTTP\/1\.\d (\d{3})/.exec(text)?.[1]) || undefined,
        text,
        ms: performance.now() - since,
        hung,
      })
    }
    const timer = setTimeout(() => done(true), OVER)
    socket.on('data', (data) => {
      text += data.toString('latin1')
    })
    socket.on('error', () => done(false))
    socket.on('close', () => done(false))
    // It closes its side after the last byte: further bytes that the request announced do not come.
    socket.end(Buffer.from(sent, 'latin1'))
  })
}

/** Sends each raw request to a listening server `rounds` times; resolves to the results. */
export async function sayRaw(
  fetch: (request: Request, env: object) => Response | Promise<Response>,
  random: Random,
  rounds: number,
): Promise<RawAnswer[]> {
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1' })
  if (!server.listening) await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    const answers: RawAnswer[] = []
    for (let i = 0; i < rounds; i++)
      answers.push(...(await Promise.all(rawRequests.map((make) => exchange(port, make(random))))))
    return answers
  } finally {
    server.close()
    if ('closeAllConnections' in server) server.closeAllConnections()
  }
}

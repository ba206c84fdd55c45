import { createHash } from 'node:crypto'
import { request } from 'node:http'
import sharp from 'sharp'
import type { Account } from './accounts.ts'

// Hostile callers in a process of their own: `process.send`s what they asked once they are told to end. Each account
// asks for as much as it can, in every way that costs the market more than it costs the caller.

/** The traffic of the callers so far. */
export interface Attack {
  calls: number
  sentBytes: number
  answeredBytes: number
  /** By path and status. */
  byStatus: Record<string, number>
}

const attack: Attack = { calls: 0, sentBytes: 0, answeredBytes: 0, byStatus: {} }
let over = false

/** Asks, and reads the answer or lets it lie for so long (ms); resolves once it is over, whatever became of it. */
function ask(url: string, { token }: Account, path: string, body: string | undefined, lies = 0): Promise<void> {
  attack.calls++
  attack.sentBytes += body?.length ?? 0
  return new Promise((resolve) => {
    const asking = request(url + path, {
      agent: false,
      method: body === undefined ? 'GET' : 'POST',
      headers: { token, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    })
    asking.on('error', () => resolve())
    asking.on('response', (answer) => {
      const key = `${path.split('?')[0]} ${answer.statusCode}`
      attack.byStatus[key] = (attack.byStatus[key] ?? 0) + 1
      answer.on('data', (part: Buffer) => {
        attack.answeredBytes += part.length
      })
      answer.on('error', () => resolve()).on('close', resolve)
      if (lies === 0) return
      answer.pause()
      setTimeout(() => asking.destroy(), lies).unref()
    })
    asking.end(body)
  })
}

/** An AVIF of 25 million pixels in some hundred bytes. */
const bomb = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#888' } })
  .avif({ effort: 0 })
  .toBuffer()

function bodies({ uid, order }: Account, turn: number) {
  const push = (name: string, payload: unknown, first: number): string =>
    JSON.stringify({
      v: 1,
      schema: 6,
      uid,
      incarnation: `hostile-${process.pid}`,
      now: Date.now(),
      intents: Array.from({ length: 1000 }, (_, i) => ({ seq: first + i, name, payload, createdAt: 0 })),
    })
  const bytes = Buffer.concat([bomb, Buffer.from(String(turn))])
  const id = createHash('sha256').update(bytes).digest('hex')
  return {
    cancels: push('order.cancel', { id: order }, 1 + 1000 * turn),
    again: push('order.cancel', { id: order }, 1),
    unknown: push('cart.tomorrow', {}, 1),
    bomb: JSON.stringify({ uid, id, size: bytes.length, at: 0, bytes: bytes.toString('base64') }),
  }
}

/** Does one thing again and again until it is over. */
async function again(one: (turn: number) => Promise<void>): Promise<void> {
  for (let turn = 0; !over; turn++) await one(turn)
}

process.once('message', ({ url, accounts }: { url: string; accounts: Account[] }) => {
  for (const account of accounts) {
    const to = (path: string, body?: string, lies?: number) => ask(url, account, path, body, lies)
    const push = '/api/sync/push'
    void again((turn) => to(push, bodies(account, turn).cancels))
    for (let n = 0; n < 3; n++) void again(() => to(push, bodies(account, 0).again, 60_000))
    void again(() => to(push, bodies(account, 0).unknown))
    for (let n = 0; n < 4; n++)
      void again(() => to(`/api/sync/pull?cursor=0&schema=6&incarnation=hostile-${process.pid}`, undefined, n * 20_000))
    void again((turn) => to('/api/file/piece', bodies(account, turn).bomb))
    void again(() => to('/api/user/export', '{}'))
  }
  process.once('message', () => {
    over = true
    process.send!(attack, undefined, undefined, () => process.exit(0))
  })
})
process.send!('ready')

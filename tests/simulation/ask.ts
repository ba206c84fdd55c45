import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Order, HistoryMessage } from './histories.ts'

export type Ask = Order

/** A history takes a second or so; a process that says nothing for so long hangs (ms). */
const SILENCE = 180_000
const script = fileURLToPath(new URL('runner.ts', import.meta.url))

/**
 * Runs histories in a process of their own and hands on what it says. `signal` ends the process.
 *
 * @throws When it does not come to its end.
 */
export async function ask(order: Order, hear: (message: HistoryMessage) => void, signal?: AbortSignal): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--no-deprecation', '--max-old-space-size=3072', script, JSON.stringify(order)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let errors = ''
  let silent = false
  const hang = (): void => {
    silent = true
    child.kill('SIGKILL')
  }
  let timer = setTimeout(hang, SILENCE)
  signal?.addEventListener('abort', () => child.kill('SIGKILL'))
  child.stderr.on('data', (data) => {
    errors = (errors + String(data)).slice(-4_000)
  })
  const exit = once(child, 'exit')
  let last = 'nothing'
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(timer)
    timer = setTimeout(hang, SILENCE)
    const message = JSON.parse(line) as HistoryMessage
    if (message.type === 'history') last = `the history of seed ${message.outcome.seed}`
    hear(message)
  }
  clearTimeout(timer)
  const [code] = (await exit) as [number | null]
  if (silent)
    throw new Error(`a process of the simulation says nothing any more; the last it ended was ${last}\n${errors}`)
  if (code !== 0)
    throw new Error(
      `a process of the simulation broke after ${last} (seeds from ${order.from} in steps of ${order.step}):\n${errors}`,
    )
}

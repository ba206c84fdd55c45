import { userDbName } from '#localdb/schema.ts'
import type { Random } from '#server/seed/random.ts'
import { Gone } from '../../support/browsers/cdp.ts'
import { within, type Device } from './device.ts'
import type { Buyer, Ledger } from './ledger.ts'

/**
 * The surroundings of a strike. `tally` goes on through all strikes: it counts the service workers published, and the
 * pages that came back out of the back/forward cache.
 */
export interface Scene {
  device: Device
  ledger: Ledger
  random: Random
  buyer: Buyer
  tally: { versions: number; restored: number }
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/**
 * Waits for work that may be cut off. An error because the browser or the page went away is ignored; every other error
 * is a fault of the test.
 */
export async function cut(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Gone) && !/context|navigat|destroyed|closed|terminated/i.test(String(error))) throw error
  })
}

/** Some gestures in one tab, as fast as they come. */
export async function burst({ device, ledger, random, buyer }: Scene, count = random.whole(3, 8)): Promise<void> {
  const tab = await device.tab()
  void cut(tab.record(ledger.gestures(buyer, count))).catch(() => undefined)
}

/** Some time, mostly short: within the recording; sometimes long enough for what was recorded to be under way. */
export const moment = ({ random }: Scene, most = 200): Promise<void> =>
  pause(random.next() * most * (random.chance(0.25) ? 4 : 1))

const isPush = ({ path }: { path: string }): boolean => path.startsWith('/api/sync/push')

/** No push comes through from here on; how it was before. */
export function refusePushes({ proxy }: Device): typeof proxy.before {
  const { before } = proxy
  proxy.before = (passing) => (isPush(passing) ? 'refuse' : before(passing))
  return before
}

/** The network is well, but no push gets an answer from here on; returns whether one has come. */
export function hangPushes({ proxy }: Device): () => boolean {
  let seen = false
  proxy.before = (passing) => {
    if (!isPush(passing)) return undefined
    seen = true
    return 'hang'
  }
  return () => seen
}

/** Records, and closes the page before everything can have been sent. */
async function leaveUnsent(scene: Scene): Promise<void> {
  const { device } = scene
  const before = refusePushes(device)
  await burst(scene)
  await moment(scene, 150)
  await device.closeTabs()
  device.proxy.before = before
}

/** Leaves work to the service worker, wakes it, and has its push held up on the wire; false when it sent none. */
export async function sentByServiceWorker(scene: Scene): Promise<boolean> {
  const { device, random } = scene
  await leaveUnsent(scene)
  const { before } = device.proxy
  let seen = false
  device.proxy.before = async (passing) => {
    if (isPush(passing)) {
      seen = true
      await pause(random.next() * 150)
    }
    return before(passing)
  }
  if (!(await device.sync()) || !(await within(3000, async () => seen))) return false
  await pause(random.next() * 150)
  return true
}

/**
 * Which intents a device has kept and not brought to an end, each with the row it is kept in; what joined another one's
 * is in that one's.
 */
export async function unsentOf({ device, buyer }: Scene): Promise<Map<string, string>> {
  const tab = await device.tab()
  const [outbox, archive] = [
    await tab.rows(userDbName(buyer.uid), 'outbox'),
    await tab.rows(userDbName(buyer.uid), 'archive'),
  ]
  const unsent = new Map(
    outbox
      .filter((row) => row['state'] !== 'rejected')
      .map((row) => [row['intentId'] as string, row['intentId'] as string]),
  )
  const joined = archive.filter((row) => row['state'] === 'superseded')
  // One may have joined another that joined a third.
  for (let before = -1; before < unsent.size;) {
    before = unsent.size
    for (const row of joined) {
      const by = unsent.get(row['by'] as string)
      if (by !== undefined) unsent.set(row['intentId'] as string, by)
    }
  }
  return unsent
}

/** Presses a button of the screen as a finger would, found by its name; false when it does not come in time. */
export async function press({ device }: Scene, name: string): Promise<boolean> {
  const tab = await device.tab()
  let at: { x: number; y: number } | null = null
  const there = await within(5000, async () => {
    at = await tab.run(`(() => {
      const button = [...document.querySelectorAll('button')].find((b) =>
        (b.getAttribute('aria-label') ?? b.textContent).trim() === ${JSON.stringify(name)})
      if (!button || button.disabled) return null
      button.scrollIntoView({ block: 'center' })
      const box = button.getBoundingClientRect()
      const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      return button.contains(document.elementFromPoint(at.x, at.y)) ? at : null
    })()`)
    return at !== null
  })
  if (!there) return false
  const { x, y } = at!
  await tab.clickAt(x, y)
  return true
}

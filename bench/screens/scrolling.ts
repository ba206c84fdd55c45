import type { CDPSession, Page } from 'playwright-core'

/** How a long scroll went; times in ms. */
export interface Scrolled {
  /** The interval between frames: the 95th of a hundred. */
  frame: number
  /** Of each frame, its longest task of the page's own thread; the 99th of a hundred. */
  task: number
  shift: number
  /** How many were passed. */
  passed: number
}

/** Pixels of one gesture, and a second: a quick thumb's. */
const GESTURE = 12_000
const SPEED = 6_000

const percentile = (values: readonly number[], of: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * of))] ?? 0

interface TraceEvent {
  name: string
  ph: string
  tid: number
  pid: number
  ts: number
  dur?: number
  args?: { name?: string }
}

/** Records what the page's own thread does meanwhile: the begin and length of each of its tasks (ms). */
async function tasksDuring(devtools: CDPSession, work: () => Promise<void>): Promise<{ at: number; ms: number }[]> {
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] },
  })
  await work()
  const complete = new Promise((resolve) => {
    devtools.once('Tracing.tracingComplete', resolve)
  })
  await devtools.send('Tracing.end')
  await complete
  const mains = new Set(
    events.flatMap(({ name, args, pid, tid }) =>
      name === 'thread_name' && args?.name === 'CrRendererMain' ? [`${pid}/${tid}`] : [],
    ),
  )
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && mains.has(`${pid}/${tid}`),
  )
  return tasks.map(({ ts, dur = 0 }) => ({ at: ts / 1000, ms: dur / 1000 }))
}

/**
 * Scrolls until so many of what a selector finds were passed, or the page ends: as a wheel does, since a headless
 * browser does not scroll by touch.
 */
export async function scrollPast(page: Page, devtools: CDPSession, of: string, most: number): Promise<Scrolled> {
  const place = () =>
    page.evaluate((selector) => {
      const card = document.querySelector(selector)!.getBoundingClientRect()
      const across = Math.max(1, Math.round(innerWidth / (card.width + 8)))
      return { y: scrollY, perPixel: across / (card.height + 8) }
    }, of)
  await page.evaluate(() => window.watched())
  const start = await place()
  const { perPixel } = start
  let { y } = start
  const tasks = await tasksDuring(devtools, async () => {
    for (let last = -1; y * perPixel < most && y > last;) {
      last = y
      await devtools.send('Input.synthesizeScrollGesture', {
        x: 180,
        y: 500,
        yDistance: -GESTURE,
        speed: SPEED,
        gestureSourceType: 'mouse',
      })
      y = (await place()).y
    }
  })
  const passed = Math.round(y * perPixel)
  const { frames, shift } = await page.evaluate(() => window.watched())
  // The longest task of each sixtieth of a second in which there was one.
  const longest = new Map<number, number>()
  for (const { at, ms } of tasks) {
    const slot = Math.floor(at / 16.7)
    longest.set(slot, Math.max(longest.get(slot) ?? 0, ms))
  }
  return { frame: percentile(frames, 0.95), task: percentile([...longest.values()], 0.99), shift, passed }
}

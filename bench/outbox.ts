import { benchOptions } from './options.ts'
import type * as Measuring from './outbox-page.ts'
import { openBenchPage } from './page.ts'

// `npm run bench:outbox`: a burst of 1,000 gestures through the worker's door beside bare IndexedDB, and what one
// gesture takes while 10,000 wait, in a real Chromium. `--short`: a few of each.

const { short } = benchOptions('bench:outbox --')
const sizes = short ? { burst: 20, waiting: 100, singles: 4 } : { burst: 1_000, waiting: 10_000, singles: 40 }
const page = await openBenchPage<typeof Measuring>('outbox-page.ts')
try {
  const ms = await page.run('measure', sizes)
  const line = (what: string, a: number, b: number): void =>
    console.log(`${what}: ${a.toFixed(1)} ms against ${b.toFixed(1)} ms, ${(a / b).toFixed(2)} times`)
  const count = (n: number): string => n.toLocaleString('en')
  line(`${count(sizes.burst)} gestures at once, through the door against bare IndexedDB`, ms.burst, ms.raw)
  line(`one gesture, with ${count(sizes.waiting)} waiting against none`, ms.full, ms.empty)
} finally {
  await page.dispose()
}

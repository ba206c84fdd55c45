import { describe, expect, it } from 'vitest'
import { overBudget, weigh, type ViteManifest } from './budgets.ts'

const manifest: ViteManifest = {
  'index.html': {
    file: 'assets/page.js',
    isEntry: true,
    imports: ['_react.js'],
    dynamicImports: ['src/features/cart/cart-screen.tsx', 'localdb/read.ts'],
  },
  '_react.js': { file: 'assets/react.js' },
  '_stepper.js': { file: 'assets/stepper.js', imports: ['_react.js'] },
  'localdb/read.ts': { file: 'assets/read.js', isDynamicEntry: true },
  'src/features/cart/cart-screen.tsx': {
    file: 'assets/cart.js',
    isDynamicEntry: true,
    imports: ['index.html', '_stepper.js'],
  },
}
const sizes: Record<string, number> = {
  'assets/page.js': 100_000,
  'assets/react.js': 25_000,
  'assets/stepper.js': 5_000,
  'assets/cart.js': 10_000,
  'assets/read.js': 32_000,
  'assets/worker-a.js': 75_000,
  'assets/worker-part-a.js': 15_000,
  'sw.js': 15_000,
  'assets/drain-a.js': 65_000,
}
const weighed = () =>
  weigh(manifest, (file) => sizes[file]!, {
    worker: ['assets/worker-a.js'],
    seldom: ['assets/worker-part-a.js'],
    drain: ['assets/drain-a.js'],
  })

describe('budgets', () => {
  it('weighs the entry with its static imports and a lazy screen with what only it brings', () => {
    expect(weighed().map((b) => [b.what, b.bytes])).toEqual([
      ['page entry', 125_000],
      ['worker', 75_000],
      ['worker, when asked for', 15_000],
      ['service worker', 15_000],
      ['drain', 65_000],
      ['lazy read.ts', 32_000],
      ['lazy cart-screen.tsx', 15_000],
    ])
    expect(overBudget(weighed())).toEqual([])
  })

  it('breaks on one byte more of anything, and on nothing to weigh', () => {
    for (const [file, what] of [
      ['assets/react.js', 'page entry'],
      ['assets/worker-a.js', 'worker'],
      ['assets/worker-part-a.js', 'worker, when asked for'],
      ['sw.js', 'service worker'],
      ['assets/drain-a.js', 'drain'],
      ['assets/stepper.js', 'lazy cart-screen.tsx'],
      ['assets/read.js', 'lazy read.ts'],
    ] as const) {
      sizes[file]! += 1
      expect(
        overBudget(weighed()).map((b) => b.what),
        file,
      ).toEqual([what])
      sizes[file]! -= 1
    }
    sizes['assets/worker-a.js'] = 0
    expect(overBudget(weighed()).map((b) => b.what)).toEqual(['worker'])
    sizes['assets/worker-a.js'] = 75_000
  })
})

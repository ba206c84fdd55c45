import { describe, expect, it } from 'vitest'
import { overBudget, weigh, type ViteManifest } from './budgets.ts'

const manifest: ViteManifest = {
  'index.html': {
    file: 'assets/page.js',
    isEntry: true,
    imports: ['_react.js'],
    dynamicImports: [
      'src/features/cart/cart-screen.tsx',
      'src/features/home/home-screen.tsx',
      'localdb/read.ts',
      '\0virtual:texts/texts-start-en',
      '\0virtual:texts/texts-start-ar',
      '\0virtual:texts/texts-cart-en',
    ],
  },
  '_react.js': { file: 'assets/react.js' },
  '_kit.js': { file: 'assets/kit-a.js', imports: ['_react.js'] },
  '_stepper.js': { file: 'assets/stepper.js', imports: ['_react.js', '_kit.js'] },
  'src/features/home/home-screen.tsx': { file: 'assets/home.js', isDynamicEntry: true, imports: ['index.html'] },
  '\0virtual:texts/texts-start-en': { file: 'assets/start-en.js', isDynamicEntry: true },
  '\0virtual:texts/texts-start-ar': { file: 'assets/start-ar.js', isDynamicEntry: true },
  '\0virtual:texts/texts-cart-en': { file: 'assets/cart-en.js', isDynamicEntry: true },
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
  'assets/kit-a.js': 49_500,
  'assets/stepper.js': 5_000,
  'assets/cart.js': 10_500,
  'assets/home.js': 10_500,
  'assets/start-en.js': 7_000,
  'assets/start-ar.js': 8_000,
  'assets/cart-en.js': 8_000,
  'assets/read.js': 15_500,
  'assets/worker-a.js': 58_100,
  'assets/worker-part-sender-12345678.js': 15_500,
  'sw.js': 15_200,
  'assets/drain-a.js': 51_000,
  'assets/shell-a.js': 439_000,
}
const weighed = () =>
  weigh(manifest, (file) => sizes[file]!, {
    worker: ['assets/worker-a.js'],
    lazy: ['assets/worker-part-sender-12345678.js'],
    drain: ['assets/drain-a.js'],
    shell: ['assets/shell-a.js'],
  })

describe('budgets', () => {
  it('weighs the entry with its static imports, what a first visit runs, and a lazy screen with what only it brings', () => {
    expect(weighed().map((b) => [b.what, b.bytes])).toEqual([
      ['page entry', 125_000],
      ['page until it has taken over', 143_500],
      ['kit', 49_500],
      ['worker', 58_100],
      ['worker, sender', 15_500],
      ['service worker', 15_200],
      ['shell of a visitor', 439_000],
      ['drain', 51_000],
      ['texts start', 8_000],
      ['texts cart', 8_000],
      ['lazy home-screen.tsx', 10_500],
      ['lazy read.ts', 15_500],
      ['lazy cart-screen.tsx', 15_500],
    ])
    expect(overBudget(weighed())).toEqual([])
  })

  it('breaks on one byte more of anything, and on nothing to weigh', () => {
    for (const [file, ...what] of [
      ['assets/react.js', 'page entry', 'page until it has taken over'],
      ['assets/home.js', 'page until it has taken over'],
      ['assets/start-ar.js', 'page until it has taken over', 'texts start'],
      ['assets/cart-en.js', 'texts cart'],
      ['assets/kit-a.js', 'kit'],
      ['assets/worker-a.js', 'worker'],
      ['assets/worker-part-sender-12345678.js', 'worker, sender'],
      ['sw.js', 'service worker'],
      ['assets/drain-a.js', 'drain'],
      ['assets/stepper.js', 'lazy cart-screen.tsx'],
      ['assets/read.js', 'lazy read.ts'],
    ] as const) {
      sizes[file]! += 1
      expect(
        overBudget(weighed()).map((b) => b.what),
        file,
      ).toEqual(what)
      sizes[file]! -= 1
    }
    sizes['assets/worker-a.js'] = 0
    expect(overBudget(weighed()).map((b) => b.what)).toEqual(['worker'])
    sizes['assets/worker-a.js'] = 60_000
  })
})

import type { LadderStep } from '#contract/prices/schema-ladder-step.ts'
import type { Random } from './random.ts'

/** Under which terms a demo product is sold, in minor units of its currency. */
export interface Terms {
  ladder: LadderStep[]
  minimum: number
  multiple: number
  pieces: number
}

// From which price on things are sold in which quantities: minimum, multiple, pieces of a carton, ladder.
const classes = [
  {
    below: 40,
    lots: [
      [100, 50],
      [200, 100],
      [50, 50],
    ],
    cartons: [500, 1000],
    steps: [
      [500, 2000, 10_000],
      [1000, 5000],
    ],
  },
  {
    below: 300,
    lots: [
      [12, 12],
      [24, 12],
      [10, 10],
      [20, 10],
    ],
    cartons: [120, 240],
    steps: [[60, 240, 1200], [120, 600], [120]],
  },
  {
    below: 1500,
    lots: [
      [6, 6],
      [4, 2],
      [12, 6],
      [3, 1],
      [1, 1],
    ],
    cartons: [24, 48, 60],
    steps: [[24, 96, 480], [48, 240], [30]],
  },
  {
    below: 6000,
    lots: [
      [1, 1],
      [2, 1],
      [4, 2],
      [2, 2],
    ],
    cartons: [8, 12, 20],
    steps: [[10, 40, 120], [12, 60], [10]],
  },
  { below: Infinity, lots: [[1, 1]], cartons: [2, 4, 6], steps: [[3, 10, 30], [5, 20], [5]] },
] as const

/** Prices end as a store's do: in nines, fives or whole units. */
function shopPrice(minor: number): number {
  if (minor < 100) return Math.max(2, Math.round(minor))
  if (minor < 1000) return Math.round(minor / 5) * 5
  if (minor < 10_000) return Math.round(minor / 50) * 50 - 5
  return Math.round(minor / 500) * 500 - 100
}

/** Terms for about that price. Every second product or so has a ladder, each step at least 3 % below the one before. */
export function makeTerms(random: Random, about: number): Terms {
  const group = classes.find((c) => about < c.below)!
  const [minimum, multiple] = random.pick<readonly [number, number]>(group.lots)
  const carton = random.pick<number>(group.cartons)
  const first = shopPrice(about)
  const ladder: LadderStep[] = [{ from: 1, price: first }]
  if (random.chance(0.72)) {
    let price = first
    for (const from of random.pick<readonly number[]>(group.steps)) {
      price = Math.min(price - 1, Math.round(price * (0.97 - random.next() * 0.05)))
      if (price < 1) break
      ladder.push({ from, price })
    }
  }
  return { ladder, minimum, multiple, pieces: Math.ceil(carton / multiple) * multiple }
}

import type { Shown, Visits } from './visits.ts'

/** All figures of one run: times in ms, sizes in kB. */
export interface Run {
  market: Visits & {
    /** The kilobytes that had arrived when a tap was answered, and when a gesture was saved. */
    untilTap: number
    untilGesture: number
  }
  floor: Shown
  react: Shown
  /** The first product over the slowest link. */
  slowest: { market: number; floor: number }
}

/** One line of the table: the market, what it is compared with, and the most it may be. */
interface Line {
  what: string
  unit: 'ms' | 'kB' | ''
  market: number
  floor?: number
  react?: number
  /** In the line's unit, or times the floor. */
  most: number
  times?: true
}

const median = (all: number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1]!

function linesOf(runs: readonly Run[]): Line[] {
  const of = (pick: (run: Run) => number): number => median(runs.map(pick))
  const shown = (what: string, key: keyof Shown, unit: Line['unit'], most: number, times?: true): Line => ({
    what,
    unit,
    market: of((run) => run.market[key]),
    floor: of((run) => run.floor[key]),
    react: of((run) => run.react[key]),
    most,
    ...(times ? { times } : {}),
  })
  const own = (what: string, unit: Line['unit'], most: number, pick: (run: Run['market']) => number): Line => ({
    what,
    unit,
    market: of((run) => pick(run.market)),
    most,
  })
  return [
    shown('first product', 'product', 'ms', 1.15, true),
    shown('its picture (LCP)', 'lcp', 'ms', 1.3, true),
    shown('layout shift', 'shift', '', 0.005),
    shown('blocking', 'blocking', 'ms', 150),
    own('until a tap is answered', 'kB', 250, (run) => run.untilTap),
    own('until a gesture is saved', 'kB', 330, (run) => run.untilGesture),
    own('in all', 'kB', 550, (run) => run.kilobytes),
    own('link quiet after', 'ms', 6_000, (run) => run.quiet),
    own('tap → title, price, picture', 'ms', 150, (run) => run.tap),
    own('repeat visit', 'ms', 500, (run) => run.repeat),
    own('offline cold start', 'ms', 500, (run) => run.offline),
    {
      what: 'first product, slowest link',
      unit: 'ms',
      market: of((run) => run.slowest.market),
      floor: of((run) => run.slowest.floor),
      most: 2_500,
    },
  ]
}

const holds = ({ market, floor, most, times }: Line): boolean => (times ? market / floor! : market) <= most
/** Milliseconds depend on the machine: beside a floor their ratio is judged, and without one they only have an aim. */
const isJudged = ({ unit, times }: Line): boolean => times === true || unit !== 'ms'
const markOf = (line: Line): string => (isJudged(line) ? (holds(line) ? '✓' : '✗') : holds(line) ? '·' : '>')

/** The medians of the runs beside their limits and aims, and whether every limit holds. */
export function tableOf(runs: readonly Run[]): { text: string; holds: boolean } {
  const lines = linesOf(runs)
  const row = (cells: string[]): string =>
    `  ${cells[0]!.padEnd(30)}${cells
      .slice(1)
      .map((cell) => cell.padStart(13))
      .join('')}`
  const figure = (value: number | undefined, unit: string): string =>
    value === undefined ? '' : unit === '' ? value.toFixed(4) : `${Math.round(value)} ${unit}`
  const text = [
    row(['', 'Caravan', 'floor', 'React alone', '× floor', 'at most']),
    ...lines.map((line) => {
      const { what, unit, market, floor, react, most, times } = line
      return row([
        `${markOf(line)} ${what}`,
        figure(market, unit),
        figure(floor, unit),
        figure(react, unit),
        floor !== undefined && floor > 0 && unit === 'ms' ? (market / floor).toFixed(2) : '',
        times ? `${most} ×` : unit === '' ? String(most) : `${most} ${unit}`,
      ])
    }),
  ].join('\n')
  return { text, holds: lines.every((line) => !isJudged(line) || holds(line)) }
}

/** Prints measurements beside their limits, and knows whether all limits held. */
export interface Judge {
  /** One figure: what it is, its value, the most that it may be ('' where there is none), and whether it holds. */
  line(what: string, value: string, most: string, good: boolean): void
  /** A figure in ms, which depends on the machine: printed beside its aim, and never judged. */
  aim(what: string, ms: number, most: number): void
  readonly holds: boolean
}

export function openJudge(): Judge {
  let holds = true
  const print = (mark: string, what: string, value: string, most: string): void =>
    console.log(`  ${mark} ${what.padEnd(44)}${value.padStart(12)}${most.padStart(16)}`)
  return {
    line: (what, value, most, good) => {
      holds &&= good
      print(good ? '✓' : '✗', what, value, most)
    },
    aim: (what, ms, most) => print(ms <= most ? '·' : '>', what, `${ms.toFixed(0)} ms`, `aim ${most} ms`),
    get holds() {
      return holds
    },
  }
}

export const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1]!

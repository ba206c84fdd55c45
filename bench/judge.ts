/** Prints what was measured beside the most that it may be, and knows whether all of it held. */
export interface Judge {
  /** One figure: what it is, its value, the most that it may be ('' where there is none), and whether it holds. */
  line(what: string, value: string, most: string, good: boolean): void
  readonly holds: boolean
}

export function openJudge(): Judge {
  let holds = true
  return {
    line: (what, value, most, good) => {
      holds &&= good
      console.log(`  ${good ? '✓' : '✗'} ${what.padEnd(44)}${value.padStart(12)}${most.padStart(16)}`)
    },
    get holds() {
      return holds
    },
  }
}

export const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1]!

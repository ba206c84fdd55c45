import type { HistoryMessage } from './histories.ts'
import { faultKinds, invariants } from './device/record.ts'

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** From so many histories on each kind of fault must have struck so often in each of them, on average. */
const ENOUGH = 1_000
const OFTEN = 500 / 10_000

/** Adds up what histories came to, tells of failing ones as they come, and of how far it is. */
export class Tally {
  readonly #count: number
  readonly #since = performance.now()
  readonly #intents: number[] = []
  readonly #devices: number[] = []
  readonly #strikes: Record<string, number> = Object.fromEntries(faultKinds.map((kind) => [kind, 0]))
  readonly #aimed: Record<string, number> = {}
  readonly #cells: Record<string, number> = {}
  #living: string[] = []
  #unreachable: Record<string, string> = {}
  #violations = 0
  #failed = 0
  #printed = 0

  constructor(count: number) {
    this.#count = count
  }

  get sound(): boolean {
    return (
      this.#violations === 0 &&
      this.#intents.length === this.#count &&
      this.thin().length === 0 &&
      this.stale.length === 0
    )
  }
  /**
   * In what a run of enough histories was too thin to say anything: a kind of fault that struck too seldom, too little
   * work.
   */
  thin(): string[] {
    if (this.histories < ENOUGH) return []
    const seldom = Object.entries(this.#strikes)
      .filter(([, n]) => n < this.histories * OFTEN)
      .map(([kind, n]) => `${kind} struck ${n} times`)
    return [
      ...seldom,
      ...this.missed.map((cell) => `${cell} was not reached`),
      ...(median(this.#intents) < 40 ? ['a median of fewer than 40 intents'] : []),
      ...(median(this.#devices) < 2 ? ['a median of fewer than 2 devices'] : []),
    ]
  }
  /** Cells that are said to be reached by nothing, and are not, or are none in which anything happens. */
  get stale(): string[] {
    return Object.keys(this.#unreachable).filter((cell) => this.#cells[cell] || !this.#living.includes(cell))
  }
  /** Cells that should be reached and were not. */
  get missed(): string[] {
    return this.#living.filter((cell) => !this.#cells[cell] && !(cell in this.#unreachable))
  }
  /** Kinds of faults that never struck. */
  get idle(): string[] {
    return faultKinds.filter((kind) => !this.#strikes[kind])
  }
  get histories(): number {
    return this.#intents.length
  }
  get violations(): number {
    return this.#violations
  }

  hear(message: HistoryMessage): void {
    if (message.type === 'history') this.#history(message.outcome)
    else if (message.type === 'shrunk') {
      console.log(`seed ${message.seed} still fails with ${message.steps.length} of its steps:`)
      for (const { told: step } of message.steps) console.log(`  ${step}`)
      for (const v of message.violations.slice(0, 3)) console.log(`  ${v.id} (${invariants[v.id]}): ${v.what}`)
      const places = message.steps.map((s) => s.place).join(',')
      console.log(`  again: npm run simulate -- --seed ${message.seed} --only ${places}`)
    } else if (message.type === 'end') {
      for (const [cell, n] of Object.entries(message.cells)) this.#cells[cell] = (this.#cells[cell] ?? 0) + n
      this.#living = message.living
      this.#unreachable = message.unreachable
    }
  }

  #history({
    seed,
    intents,
    devices,
    strikes,
    aimed,
    violations,
  }: Extract<HistoryMessage, { type: 'history' }>['outcome']): void {
    this.#intents.push(intents)
    this.#devices.push(devices)
    for (const [kind, n] of Object.entries(strikes)) this.#strikes[kind] = (this.#strikes[kind] ?? 0) + n
    for (const [kind, n] of Object.entries(aimed)) this.#aimed[kind] = (this.#aimed[kind] ?? 0) + n
    this.#violations += violations.length
    if (violations.length > 0) {
      this.#failed += 1
      console.log(`seed ${seed} fails:`)
      for (const v of violations.slice(0, 4)) console.log(`  ${v.id} (${invariants[v.id]}): ${v.what.slice(0, 1_500)}`)
    }
    const done = this.#intents.length
    const seconds = (performance.now() - this.#since) / 1000
    if (seconds - this.#printed < 30 || done === this.#count) return
    this.#printed = seconds
    console.log(
      `${done} of ${this.#count} histories, ${this.#violations} violations, ${(seconds / 60).toFixed(1)} min, ${(((seconds / done) * (this.#count - done)) / 60).toFixed(1)} min to go`,
    )
  }

  /** How often it was tried, where that is not how often it struck. */
  #tries(kind: string, struck: number): string {
    const tries = this.#aimed[kind] ?? struck
    return tries === struck ? '' : ` (${tries} tries)`
  }

  summary(): string {
    const kinds = Object.entries(this.#strikes).sort(([a], [b]) => (a < b ? -1 : 1))
    const reached = this.#living.filter((cell) => this.#cells[cell])
    return [
      '',
      `faults by kind (${kinds.length}), so often as each changed what happened, of so many tries:`,
      ...inColumns(kinds.map(([kind, n]) => `${kind} ${n}${this.#tries(kind, n)}`)),
      `cells of state × event in which something happens, reached ${reached.length} of ${this.#living.length}:`,
      ...inColumns(reached.map((cell) => `${cell} ${this.#cells[cell]}`)),
      ...(this.missed.length > 0 ? ['not reached:', ...inColumns(this.missed)] : []),
      ...Object.entries(this.#unreachable).map(([cell, why]) => `  ${cell}: ${why}`),
      ...this.stale.map((cell) => `${cell} is said to be unreachable, and is not`),
      ...this.thin().map((what) => `too little: ${what}`),
      `${this.histories} histories, ${this.#intents.reduce((a, b) => a + b, 0)} intents (median ${median(this.#intents)} a history, on ${median(this.#devices)} devices), ` +
        `${kinds.reduce((sum, [, n]) => sum + n, 0)} faults of ${kinds.length} kinds (least: ${Math.min(...kinds.map(([, n]) => n))}), ${this.#violations} violations in ${this.#failed} histories, ` +
        `${((performance.now() - this.#since) / 60_000).toFixed(1)} min`,
    ].join('\n')
  }
}

const inColumns = (words: readonly string[]): string[] => {
  const lines: string[] = []
  for (let i = 0; i < words.length; i += 5)
    lines.push(
      `  ${words
        .slice(i, i + 5)
        .map((w) => w.padEnd(32))
        .join(' ')
        .trimEnd()}`,
    )
  return lines
}

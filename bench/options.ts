import { parseArgs } from 'node:util'

/** The command line of a bench: whole numbers, and `--short` for its shortest form, which only shows that it runs. */
export interface BenchOptions {
  short: boolean
  numbers: number[]
  /** `--engine`: which browser engine, for the benches that can take another than Chromium. */
  engine: string | undefined
  /** `--file`: a file to measure with, for the benches that otherwise make their own. */
  file: string | undefined
}

/** Reads the command line of a bench. @throws with `usage` when it is not understood. */
export function benchOptions(usage: string): BenchOptions {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { short: { type: 'boolean' }, engine: { type: 'string' }, file: { type: 'string' } },
  })
  const numbers = positionals.map(Number)
  if (!numbers.every((n) => Number.isInteger(n) && n > 0)) throw new Error(`Usage: npm run ${usage} [--short]`)
  return { short: values.short === true, numbers, engine: values.engine, file: values.file }
}

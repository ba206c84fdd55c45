import { availableParallelism } from 'node:os'
import { ask, type Ask } from '../tests/simulation/ask.ts'
import { Tally } from '../tests/simulation/tally.ts'
import { tryPlanted } from '../tests/simulation/try-planted.ts'

// `npm run simulate -- [histories] [--seed N]`: random histories of devices, persons and faults, each judged by the
// ten invariants; two at a time. `--seed N --only [1,2,3]` runs one history again, or only those of its steps.
// `--planted [name …]` has every planted bug found, and its unplanted twin stay green over the same seeds.

const USAGE =
  'Usage: npm run simulate -- [histories] [--seed N] | --seed N --only [steps] | --planted [name …] [--seed N]'

interface Options {
  count: number
  seed: number
  only: number[] | 'all' | undefined
  planted: string[] | undefined
}

function options(args: readonly string[]): Options {
  const o: Options = { count: 300, seed: 1, only: undefined, planted: undefined }
  for (let i = 0; i < args.length; i++) {
    const [arg, value] = [args[i]!, args[i + 1]]
    if (/^\d+$/.test(arg)) o.count = Number(arg)
    else if (arg === '--seed' && value !== undefined && /^\d+$/.test(value)) {
      o.seed = Number(value)
      i++
    } else if (arg === '--only') {
      const list = value !== undefined && /^[\d,]+$/.test(value)
      o.only = list ? value.split(',').map(Number) : 'all'
      if (list) i++
    } else if (arg === '--planted') {
      o.planted = args.slice(i + 1).filter((a) => /^[a-z]/.test(a))
      i += o.planted.length
    } else throw new Error(`${arg} is not understood. ${USAGE}`)
  }
  return o
}

const o = options(process.argv.slice(2))
if (o.planted) process.exit((await tryPlanted(o.planted, o.seed)) ? 0 : 1)

const alone = o.only !== undefined
const count = alone ? 1 : o.count
const processes = Math.min(2, availableParallelism(), count)
const tally = new Tally(count)
await Promise.all(
  Array.from({ length: processes }, (_, i): Promise<void> => {
    const wanted: Ask = {
      from: o.seed + i,
      count: Math.ceil((count - i) / processes),
      step: processes,
      failures: 10,
      shrinks: !alone,
      only: Array.isArray(o.only) ? o.only : undefined,
    }
    return ask(wanted, (message) => tally.hear(message))
  }),
)
console.log(tally.summary())
process.exit(tally.sound ? 0 : 1)

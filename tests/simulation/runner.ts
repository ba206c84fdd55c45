import type { Order } from './histories.ts'
import { observing } from './planted/observing.ts'
import { planted } from './planted/planted.ts'
import { editSources } from './planted/source-edits.ts'
import { prepareStage } from './device/stage.ts'

// A process of the simulation: `node runner.ts '<Order as JSON>'`, a line of JSON for each thing it says.
// Nothing of the product may be loaded before its edits are in place.

const order = JSON.parse(process.argv[2]!) as Order
const bug = planted.find((p) => p.name === order.planted)
if (order.planted !== undefined && !bug) throw new Error(`no planted bug is called ${order.planted}`)
// Every abort makes an error, and its stack is the expensive part.
if (order.count > 1) Error.stackTraceLimit = 3
prepareStage()
const waiting = editSources([...observing, ...(bug?.edits ?? [])])
await import('./history/effect-log.ts')
await import('./cells.ts')
await import('./device/market-death.ts')
await import('./device/schema-change.ts')
// The product loads these when they are first needed, which takes real time.
await Promise.all([import('#worker/commands/lazy.ts'), import('#worker/outbox/sender/sender.ts')])
const { histories } = await import('./histories.ts')
if (waiting().length > 0)
  throw new Error(`these files were never loaded, so that nothing was planted: ${waiting().join(', ')}`)
// The product prints its faults; that output must not mix with the lines of this process.
console.log = console.warn = () => undefined
await histories(order, (message) => {
  process.stdout.write(`${JSON.stringify(message)}\n`)
})
process.exit(0)

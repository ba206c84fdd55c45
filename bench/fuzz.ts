import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { fuzz } from '../tests/support/fuzz/fuzz.ts'

// `npm run fuzz -- [requests] [--seed N] [--values FILE]… [--only N]`: so many hostile requests over every endpoint
// of the registry, made from its own schema, to a market in this process. FILE holds further hostile values: JSON
// Lines, plain or gzip, each with `value` (a text) or `base64` (a body, byte for byte). `--only` sends the one of that
// number alone and prints it. `--short`: 100 requests.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    values: { type: 'string', multiple: true },
    only: { type: 'string' },
    short: { type: 'boolean' },
  },
})
const [requests, seed] = [Number(positionals[0] ?? (values.short ? 100 : 10_000)), Number(values.seed ?? 1)]
if (!Number.isInteger(requests) || requests < 1 || !Number.isInteger(seed))
  throw new Error('Usage: npm run fuzz -- [requests] [--seed N] [--values FILE]… [--only N]')

const texts: string[] = []
const bodies: Uint8Array[] = []
for (const file of values.values ?? []) {
  const bytes = await readFile(file)
  for (const line of (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('utf8').split('\n').filter(Boolean)) {
    const row = JSON.parse(line) as { value?: unknown; base64?: unknown }
    if (typeof row.value === 'string') texts.push(row.value)
    else if (typeof row.base64 === 'string') bodies.push(Buffer.from(row.base64, 'base64'))
  }
}

const since = performance.now()
const progress = (done: number): void => {
  if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${requests}`)
}
const report = await fuzz({
  requests,
  seed,
  values: texts,
  bodies,
  only: values.only === undefined ? undefined : Number(values.only),
  progress,
})
const seconds = (performance.now() - since) / 1000
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
const sorted = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([k, n]) => `${k}: ${n}`)
    .join(', ')
console.log(
  `${process.stdout.isTTY ? '\r' : ''}${report.requests} requests in ${seconds.toFixed(0)} s, seed ${seed}${texts.length + bodies.length > 0 ? `, ${texts.length} texts and ${bodies.length} bodies from files` : ''}`,
)
console.log(`answers   ${sorted(report.answers)}`)
console.log(
  `accepted  ${Object.entries(report.calls)
    .map(([name, { sent, accepted }]) => `${name} ${accepted}/${sent}`)
    .join(', ')}`,
)
console.log(`slowest   ${report.slowest.ms.toFixed(0)} ms: ${report.slowest.request}`)
console.log(
  `heap      ${megabytes(report.heap.before)} MB after the first tenth, ${megabytes(report.heap.after)} MB at the end`,
)
console.log(
  `log       ${Object.values(report.log).reduce((sum, n) => sum + n, 0)} lines${Object.entries(report.log)
    .map(([line, n]) => `\n  ${n} × ${line}`)
    .join('')}`,
)
console.log(`faults    ${report.faults.length}`)
for (const fault of report.faults.slice(0, 30)) console.log(`  ${fault}`)
process.exit(report.faults.length > 0 ? 1 : 0)

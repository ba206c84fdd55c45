import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

// The one gate: types per room, lint, who may import whom, dead code, sizes. Everything at
// once, since the type check alone takes about as long as the rest together; only what fails is printed in full.

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name: string): string => `${root}node_modules/${name}`
const rooms = [
  'contract',
  'localdb',
  'worker',
  'sw',
  'src',
  'server',
  'tests',
  'scripts',
  'bench',
  'vite.config.ts',
  'vitest.config.ts',
].filter((room) => existsSync(root + room))

interface Task {
  name: string
  args: string[]
  env?: Record<string, string>
  /** Found in the output of a successful one: that it looked at something. */
  proof?: RegExp
}

// One checker for each room: several would each work out the same types again (80 s of processor time, not 50 s).
// Its memory is collected only past a limit, which takes another fifth off.
const types: Task = {
  name: 'types',
  env: { GOGC: 'off', GOMEMLIMIT: '2500MiB' },
  args: [bin('typescript7/bin/tsc'), '-b', '--pretty', 'false', '--checkers', '1', '--builders', '2'],
}

const tasks: readonly Task[] = [
  types,
  { name: 'format', args: [bin('oxfmt/bin/oxfmt'), '--check', '.'] },
  { name: 'lint', args: [bin('oxlint/bin/oxlint'), '-f', 'unix', '--deny-warnings'] },
  {
    name: 'imports',
    args: [
      bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err',
      ...rooms,
    ],
    proof: /\((?!0 modules)\d+ modules/,
  },
  {
    name: 'dead code',
    args: [bin('knip/bin/knip.js'), '--no-progress', '--no-config-hints', '--cache', '--cache-location', '.cache/knip'],
  },
  { name: 'sizes', args: ['scripts/check/sizes.ts'] },
]

interface Report {
  name: string
  ok: boolean
  seconds: number
  output: string
}

/** Runs a task to its end. */
function run(task: Task): Promise<Report> {
  const since = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, task.args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...task.env },
    })
    // The types take longest, one room after another: the others use what they leave of the processor.
    if (task !== types && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    let output = ''
    child.stdout.on('data', (data) => {
      output += String(data)
    })
    child.stderr.on('data', (data) => {
      output += String(data)
    })
    child.on('error', reject)
    child.on('exit', (code) => {
      resolve({
        name: task.name,
        ok: code === 0 && (task.proof?.test(output) ?? true),
        seconds: (performance.now() - since) / 1000,
        output: output.trim(),
      })
    })
  })
}

const reports = await Promise.all(tasks.map(run))
for (const report of reports) {
  console.log(`${report.ok ? '✓' : '✗'} ${report.name.padEnd(10)} ${report.seconds.toFixed(1)} s`)
  if (!report.ok)
    console.log(
      report.output
        .split('\n')
        .slice(0, 120)
        .map((line) => `    ${line}`)
        .join('\n'),
    )
}
process.exit(reports.every((report) => report.ok) ? 0 : 1)

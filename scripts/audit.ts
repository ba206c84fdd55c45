import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { findingsOf, refusalOf, type AuditOutput } from './audit/findings.ts'

// `npm run audit`: what the registry knows against the dependencies, shipped ones first, with a verdict on each; then
// which direct ones have a newer version. Ends with 1 when something shipped is to be mended, with 2 when the registry
// does not answer audits (with `--if-answered`: 0).

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs npm and parses the JSON that it prints; npm also ends with 1 when it merely has something to report. */
async function npm<T>(...args: string[]): Promise<T> {
  const child = spawn('npm', [...args, '--json'], {
    cwd: root,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  child.stdout.on('data', (data) => {
    output += String(data)
  })
  await once(child, 'close')
  return JSON.parse(output.slice(Math.max(output.indexOf('{'), 0)) || '{}') as T
}

function print(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)))
  for (const row of rows)
    console.log(
      `  ${row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd()}`,
    )
}

const [all, production] = [await npm<AuditOutput>('audit'), await npm<AuditOutput>('audit', '--omit=dev')]
const findings = findingsOf(all, production)
if (findings === undefined) {
  const silent = all.vulnerabilities ? production : all
  console.log(`not audited: this registry does not answer npm audit (${refusalOf(silent)})`)
} else {
  console.log(`${findings.length} vulnerable packages, ${findings.filter((f) => f.shipped).length} of them shipped`)
  if (findings.length > 0)
    print([
      ['package', 'severity', 'versions', 'verdict', 'because'],
      ...findings.map((f) => [f.name, f.severity, f.range, f.verdict, f.why]),
    ])
}

const outdated = await npm<Record<string, { current?: string; wanted: string; latest: string }>>('outdated')
const older = Object.entries(outdated)
console.log(`${older.length} direct dependencies have a newer version`)
if (older.length > 0)
  print([
    ['package', 'here', 'newest'],
    ...older.map(([name, { current, latest }]) => [name, current ?? 'not installed', latest]),
  ])
const silence = process.argv.includes('--if-answered') ? 0 : 2
process.exit(findings === undefined ? silence : findings.some((f) => f.shipped) ? 1 : 0)

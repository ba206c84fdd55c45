import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { mutated, type Mutant } from './report.ts'

const run = promisify(execFile)

/** A copy of the project's sources in which files may be changed. @throws when it does not compile as it is. */
async function copyProject(root: string, tree: string): Promise<void> {
  await rm(tree, { recursive: true, force: true })
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.json'], {
    cwd: root,
    maxBuffer: 1 << 24,
  })
  for (const file of stdout.split('\n').filter((name) => name !== '' && !name.startsWith('tests/fixtures'))) {
    await mkdir(dirname(`${tree}/${file}`), { recursive: true })
    await cp(`${root}${file}`, `${tree}/${file}`)
  }
  await symlink(`${root}node_modules`, `${tree}/node_modules`)
  // A mutant leaves behind what nobody uses any more, which says nothing of it.
  const base = `${tree}/tsconfig.base.json`
  const options = await readFile(base, 'utf8')
  await writeFile(base, options.replace(/"noUnused(Locals|Parameters)": true/g, '"noUnused$1": false'))
}

async function compiles(root: string, tree: string): Promise<boolean> {
  try {
    await run(process.execPath, [`${root}node_modules/typescript7/bin/tsc`, '-b', '--pretty', 'false'], {
      cwd: tree,
      maxBuffer: 1 << 24,
    })
    return true
  } catch (error) {
    // The compiler ends with 1 or 2 when it finds errors; anything else is not its verdict.
    if ([1, 2].includes((error as { code: number }).code)) return false
    throw error
  }
}

/** Tells the mutants that compile from those that the type check refuses: nobody could commit those. */
export async function refusedByTypes(root: string, tree: string, mutants: readonly Mutant[]): Promise<Set<Mutant>> {
  const refused = new Set<Mutant>()
  if (mutants.length === 0) return refused
  await copyProject(root, tree)
  if (!(await compiles(root, tree))) throw new Error(`the copy of the project in ${tree} does not compile`)
  let done = 0
  for (const m of mutants) {
    const file = `${tree}/${m.file}`
    const source = await readFile(file, 'utf8')
    await writeFile(file, mutated(source, m))
    if (!(await compiles(root, tree))) refused.add(m)
    await writeFile(file, source)
    if (++done % 10 === 0) console.log(`types: ${done} of ${mutants.length}, ${refused.size} refused`)
  }
  return refused
}

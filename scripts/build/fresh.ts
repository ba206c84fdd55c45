import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { hashSources, isBuilt } from './sources.ts'

/**
 * Sees to it that dist/ is what the sources make: builds if it is not, which takes seconds. False when the build
 * failed; it has then said why.
 */
export async function freshBuild(root: string): Promise<boolean> {
  if (await isBuilt(root, await hashSources(root))) return true
  const child = spawn(process.execPath, [`${root}/scripts/build.ts`], { cwd: root, stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}

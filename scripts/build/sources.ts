import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile, mkdir } from 'node:fs/promises'

const SOURCES = [
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'contract',
  'localdb',
  'locales',
  'public',
  'scripts/build',
  'scripts/build.ts',
  'src',
  'sw',
  'worker',
]

/** One hash over everything the page is built from, the bundler included (through the lock file). */
export async function hashSources(root: string): Promise<string> {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    const path = `${root}/${source}`
    if (!existsSync(path)) continue
    const inside = await readdir(path, { recursive: true, withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOTDIR') return null
        throw error
      },
    )
    const files = inside
      ? inside
          .filter((e) => e.isFile() && !/\.test\.tsx?$/.test(e.name))
          .map((e) => `${e.parentPath}/${e.name}`)
          .sort()
      : [path]
    for (const file of files)
      hash
        .update(file.slice(root.length))
        .update('\0')
        .update(await readFile(file))
        .update('\0')
  }
  return hash.digest('hex')
}

const stampFile = (root: string): string => `${root}/.cache/dist.sha256`

/** Whether dist/ is what the present sources make. */
export async function isBuilt(root: string, hash: string): Promise<boolean> {
  if (!existsSync(`${root}/dist/index.html`) || !existsSync(`${root}/dist/sw.js`) || !existsSync(stampFile(root)))
    return false
  return (await readFile(stampFile(root), 'utf8')) === hash
}

/** Remembers which sources dist/ was made from; null forgets it, before a build begins. */
export async function stampBuild(root: string, hash: string | null): Promise<void> {
  await mkdir(`${root}/.cache`, { recursive: true })
  await writeFile(stampFile(root), hash ?? '')
}

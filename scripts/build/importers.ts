import { readdir, readFile } from 'node:fs/promises'
import { circleOf } from '../../sw/routes.ts'
import { withStaticImports, type ViteManifest } from './budgets.ts'

/**
 * The entries that every device keeps ahead although they import chunks that only some keep: without a network such an
 * entry would not open for a guest. There must be none.
 */
export function importersOfPersons(manifest: ViteManifest): string[] {
  const isKeptForSome = (key: string): boolean => /^assets\/(person|staff)-/.test(manifest[key]!.file)
  return Object.keys(manifest).filter(
    (key) =>
      (manifest[key]!.isEntry || manifest[key]!.isDynamicEntry) &&
      !isKeptForSome(key) &&
      [...withStaticImports(manifest, [key])].some(isKeptForSome),
  )
}

/** The chunks of a build's worker, by their names. */
export async function readWorker(assets: string): Promise<Map<string, string>> {
  const files = (await readdir(assets)).filter((file) => /^worker-.*\.js$/.test(file))
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(`${assets}/${file}`, 'utf8')] as const)),
  )
}

/** The chunks of a worker that import its entry; there must be none. */
export function importersOfEntry(worker: ReadonlyMap<string, string>): string[] {
  const files = [...worker.keys()]
  const [entry, ...more] = files.filter((file) => !/^worker-(core|part)-/.test(file))
  if (entry === undefined || more.length > 0) throw new Error(`not one worker's entry: ${files.join(', ')}`)
  return files.filter((file) => worker.get(file)!.includes(entry))
}

/** The chunks of a worker that everybody keeps ahead although they import what only some do; there must be none. */
export function importersOfMembers(worker: ReadonlyMap<string, string>): string[] {
  const isKeptForAll = (file: string): boolean => circleOf(`/assets/${file}`) === 'all'
  return [...worker].flatMap(([file, text]) =>
    isKeptForAll(file) &&
    [...text.matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g)].some(([, to]) => !isKeptForAll(to!))
      ? [file]
      : [],
  )
}

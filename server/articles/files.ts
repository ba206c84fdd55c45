import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

/**
 * The calls of a command: `article put` is one call for each of its files, with the file's name and text, because the
 * market that runs may have another folder.
 *
 * @throws when a file cannot be read
 */
export async function articleFiles(args: readonly string[]): Promise<(readonly string[])[]> {
  const [name, verb, ...files] = args
  if (name !== 'article' || verb !== 'put' || files.length === 0) return [args]
  return Promise.all(
    files.map(async (file) => ['article', 'put', basename(file), await readFile(file, 'utf8')] as const),
  )
}

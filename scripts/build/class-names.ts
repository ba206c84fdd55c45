import { createHash } from 'node:crypto'
import { relative, sep } from 'node:path'

// The name of a class stands in its style sheet, in the script that uses it and in each document, so it is short.

/**
 * Names the classes and animations of CSS modules: four characters for the file, then where in it the name first
 * stands. The same sources give the same names on every machine and in every bundle, the server's too.
 *
 * @throws where two files would share their four characters, so that one of them needs another name
 */
export function shortClassNames(root: string): (name: string, file: string, css: string) => string {
  const owners = new Map<string, string>()
  return (name, file, css) => {
    const path = relative(root, file.replace(/\?.*$/, '')).replaceAll(sep, '/')
    const mark = letters(path)
    const owner = owners.get(mark) ?? path
    if (owner !== path) throw new Error(`the classes of ${path} would be called as those of ${owner}`)
    owners.set(mark, path)
    const at = css.search(new RegExp(String.raw`(\.|@keyframes\s+)${name}(?![\w-])`))
    if (at < 0) throw new Error(`${path} has no ${name}`)
    return mark + at.toString(36)
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const letters = (path: string): string =>
  [...createHash('sha256').update(path).digest().subarray(0, 4)].map((byte) => LETTERS[byte % LETTERS.length]!).join('')

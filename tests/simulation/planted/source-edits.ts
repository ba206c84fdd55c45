import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'

/** A change of one place in a source file, made when the file is loaded; never on disk. */
export interface Edit {
  /** From the project's root. */
  file: string
  /** Must be found exactly once, however it is laid out: an edit of what is no longer there would plant nothing. */
  find: string
  put: string
}

const isWord = (token: string | undefined): boolean => token !== undefined && /^[\p{L}\p{N}_$]/u.test(token)
const closes = (token: string | undefined): boolean => token !== undefined && /^[)\]}]/.test(token)

/**
 * Matches a piece of source in any layout that the formatter may give it: white space between words and signs, and a
 * comma before a closing bracket, may be there or not.
 */
function anyLayoutOf(code: string): RegExp {
  const all = code.match(/[\p{L}\p{N}_$]+|\S/gu) ?? []
  const tokens = all.filter((token, i) => token !== ',' || !closes(all[i + 1]))
  const pattern = tokens.map((token, i) => {
    const between = isWord(token) && isWord(tokens[i - 1]) ? '\\s+' : closes(token) ? '\\s*,?\\s*' : '\\s*'
    return (i > 0 ? between : '') + token.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  })
  const [before, after] = [isWord(tokens[0]) ? '(?<![\\w$])' : '', isWord(tokens.at(-1)) ? '(?![\\w$])' : '']
  return new RegExp(before + pattern.join('') + after, 'gu')
}

/** Puts an edit into a source text. @throws when what it looks for stands there not exactly once. */
export function edited(source: string, { file, find, put }: Edit): string {
  const found = source.match(anyLayoutOf(find))?.length ?? 0
  if (found !== 1) throw new Error(`${file} has this ${found} times, so that it cannot be changed: ${find}`)
  return source.replace(anyLayoutOf(find), () => put)
}

const root = new URL('../../../', import.meta.url)

/** Tries edits on the files as they are. @throws when one does not fit, or leaves no TypeScript behind. */
export function tryEdits(edits: readonly Edit[]): void {
  const sources = new Map<string, string>()
  for (const edit of edits)
    sources.set(edit.file, edited(sources.get(edit.file) ?? readFileSync(new URL(edit.file, root), 'utf8'), edit))
  for (const source of sources.values()) stripTypeScriptTypes(source)
}

/** Has files loaded from now on with these edits. Returns the files that were not loaded yet. */
export function editSources(edits: readonly Edit[]): () => string[] {
  const waiting = new Set(edits.map(({ file }) => file))
  const files = new Map([...waiting].map((file) => [new URL(file, root).href, file]))
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      const file = files.get(url)
      if (file === undefined) return loaded
      waiting.delete(file)
      const source = Buffer.from(loaded.source as string | Uint8Array).toString('utf8')
      return { ...loaded, source: edits.filter((edit) => edit.file === file).reduce(edited, source) }
    },
  })
  return () => [...waiting]
}

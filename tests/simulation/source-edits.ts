import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/** A change of one place in a source file, made when the file is loaded; never on disk. */
export interface Edit {
  /** From the project's root. */
  file: string
  /** Must be found exactly once: an edit of what is no longer there would plant nothing, unseen. */
  find: string
  put: string
}

const root = new URL('../../', import.meta.url)

/** Has files loaded from now on with these edits. Returns those that were not needed yet. */
export function editSources(edits: readonly Edit[]): () => Edit[] {
  const waiting = new Set(edits)
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      const mine = edits.filter((e) => new URL(e.file, root).href === url)
      if (mine.length === 0) return loaded
      let source = Buffer.from(loaded.source as string | Uint8Array).toString('utf8')
      for (const edit of mine) {
        if (source.split(edit.find).length !== 2)
          throw new Error(`${fileURLToPath(url)} has this not exactly once, so that it cannot be changed: ${edit.find}`)
        source = source.replace(edit.find, () => edit.put)
        waiting.delete(edit)
      }
      return { ...loaded, source }
    },
  })
  return () => [...waiting]
}

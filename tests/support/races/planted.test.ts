import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { expect, it } from 'vitest'
import { edited } from '../../simulation/planted/source-edits.ts'
import { plantedRaces } from './planted.ts'

it.each(plantedRaces)('$name can be planted: what it changes stands in the sources, once', ({ edits }) => {
  const sources = new Map<string, string>()
  for (const edit of edits) {
    const source = sources.get(edit.file) ?? readFileSync(new URL(`../../../${edit.file}`, import.meta.url), 'utf8')
    sources.set(edit.file, edited(source, edit))
  }
  for (const source of sources.values()) expect(() => stripTypeScriptTypes(source)).not.toThrow()
})

import { expect, it } from 'vitest'
import { tryEdits } from '../../simulation/planted/source-edits.ts'
import { plantedRaces } from './planted.ts'

it.each(plantedRaces)('$name can be planted: what it changes stands in the sources, once', ({ edits }) => {
  expect(() => tryEdits(edits)).not.toThrow()
})

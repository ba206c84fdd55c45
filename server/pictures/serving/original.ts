import { fileNameIn } from '../../files/claim-files.ts'
import { photographName, readMaster } from '../photograph.ts'
import { readRecipe } from '../recipe.ts'
import type { Sized } from './ahead.ts'
import { drawSvg } from '../draw.ts'
import type { Original } from './encode.ts'

/** Whether a `src` is written as one of our pictures is. */
export const isPictureSrc = (src: string): boolean =>
  readRecipe(src) !== undefined || photographName(src) !== undefined || fileNameIn(src) !== undefined

/** Where pictures come from that are not drawn: the market's data folder, and people's files. */
export interface Origins {
  dataDir: string | undefined
  fileOf(src: string): Promise<Uint8Array | undefined>
}

/** The source of a picture; undefined when there is no such glyph, photograph or file. */
export async function originalOf({ src, width }: Sized, { dataDir, fileOf }: Origins): Promise<Original | undefined> {
  if (fileNameIn(src) !== undefined) return fileOf(src)
  const name = photographName(src)
  if (name !== undefined) return readMaster(name, dataDir)
  const recipe = readRecipe(src)
  return recipe && drawSvg(recipe, width)
}

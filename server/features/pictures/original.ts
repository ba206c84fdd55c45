import { photographName, readMaster } from '../../pictures/photograph.ts'
import { readRecipe } from '../../pictures/recipe.ts'
import type { Sized } from './ahead.ts'
import { drawSvg } from './draw.ts'
import type { Original } from './encode.ts'

/** Whether a `src` is written as one of our pictures is. */
export const isPictureSrc = (src: string): boolean => readRecipe(src) !== undefined || photographName(src) !== undefined

/** What a picture is made from; undefined when there is no such glyph or photograph. */
export async function originalOf({ src, width }: Sized, dataDir: string | undefined): Promise<Original | undefined> {
  const name = photographName(src)
  if (name !== undefined) return readMaster(name, dataDir)
  const recipe = readRecipe(src)
  return recipe && drawSvg(recipe, width)
}

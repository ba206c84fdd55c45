import type { Picture } from '#contract/pictures/schema.ts'
import { drawnPicture, grounds, groundStyles, type Arrangement, type Paint } from '../pictures/recipe.ts'
import type { Random } from './random.ts'

const one: readonly Arrangement[] = ['single', 'single', 'tilt', 'podium', 'pair']
const many: readonly Arrangement[] = ['trio', 'stack', 'row', 'crate']
const dozens: readonly Arrangement[] = ['tray', 'crate']
const further: readonly Arrangement[] = ['close', 'crate', 'pair', 'tilt', 'row', 'podium', 'trio']

const isMany = /^(set|pack5|pack6|bunch|kg|mixed)/
const isDozens = /^pack(10|12|24|50|100)/

/** The pictures of a product, and that of each of its colours. */
export interface Looks {
  pictures: Picture[]
  inColour(paint: Paint): Picture | null
}

/** Draws a product: what it is sold as decides how it stands in the first picture. Its colours have the same ground. */
export function makeLooks(random: Random, icon: string, edition: string, paint: Paint | undefined): Looks {
  const style = random.pick(groundStyles)
  const ground = random.whole(0, grounds.length - 1)
  const first = random.pick(isDozens.test(edition) ? dozens : isMany.test(edition) ? many : one)
  const others = random.some(
    further.filter((a) => a !== first),
    random.whole(1, 3),
  )
  const pictures = [first, ...others].map((arrangement, i) =>
    drawnPicture({
      icon,
      arrangement,
      paint,
      style: i === 0 ? style : random.pick(groundStyles),
      ground: i === 0 ? ground : random.whole(0, grounds.length - 1),
    }),
  )
  return { pictures, inColour: (colour) => drawnPicture({ icon, arrangement: 'single', style, ground, paint: colour }) }
}

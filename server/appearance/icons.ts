import sharp from 'sharp'
import type { Bounds } from '../turns/bounds.ts'

/**
 * The icons by their names, as the app's own are called: the edge (px), the part of it that the logo takes, and the
 * ground, where a system would cut the corners off or paint them black. The logo of a maskable icon stays within the
 * circle that no system cuts.
 */
const ICONS = {
  '192.png': { edge: 192, part: 1, ground: undefined },
  '512.png': { edge: 512, part: 1, ground: undefined },
  'maskable-512.png': { edge: 512, part: 0.56, ground: '#ffffff' },
  'apple-touch.png': { edge: 180, part: 0.8, ground: '#ffffff' },
} as const
type IconName = keyof typeof ICONS

export const isIconName = (name: string): name is IconName => Object.hasOwn(ICONS, name)

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

/** An icon of a logo. */
async function draw(logo: Uint8Array, name: IconName): Promise<Buffer> {
  const { edge, part, ground } = ICONS[name]
  const inner = Math.round(edge * part)
  const picture = await sharp(logo).resize(inner, inner, { fit: 'contain', background: CLEAR }).png().toBuffer()
  return sharp({ create: { width: edge, height: edge, channels: 4, background: ground ?? CLEAR } })
    .composite([{ input: picture, gravity: 'centre' }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** The icons of the present logo, made when they are first asked for and kept in memory. */
export interface Icons {
  /**
   * The icon of a logo; undefined when there is no such logo. `logo` names it, and `read` reads its picture.
   *
   * @throws when it cannot be read or drawn; the next who asks tries again
   */
  icon(logo: string, name: IconName, read: () => Promise<Uint8Array | undefined>): Promise<Buffer | undefined>
}

export function createIcons(bounds?: Bounds): Icons {
  let of: string | undefined
  let kept = new Map<IconName, Promise<Buffer | undefined>>()
  bounds?.add({
    name: 'Icons of the logo in memory',
    limit: Object.keys(ICONS).length,
    unit: 'entries',
    use: () => kept.size,
  })
  return {
    icon(logo, name, read) {
      if (logo !== of) [of, kept] = [logo, new Map()]
      const mine = kept
      const before = mine.get(name)
      if (before) return before
      const making = read().then((bytes) => bytes && draw(bytes, name))
      mine.set(name, making)
      const forget = (): void => void mine.delete(name)
      making.then((icon) => {
        if (!icon) forget()
      }, forget)
      return making
    },
  }
}

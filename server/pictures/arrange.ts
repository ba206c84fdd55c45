import type { Arrangement } from './recipe.ts'
import { SIDE } from './grounds.ts'

const MID = SIDE / 2
/** Units of a glyph's own square. */
const GLYPH = 32

/** The glyph, its middle at x and y. */
function glyph(x: number, y: number, size: number, turn = 0): string {
  const scale = (size / GLYPH).toFixed(4)
  return `<g filter="url(#lift)"><use href="#glyph" transform="translate(${x} ${y}) rotate(${turn}) scale(${scale}) translate(-${GLYPH / 2} -${GLYPH / 2})"/></g>`
}

/** The shadow of a standing thing on the ground under it. */
const shade = (x: number, y: number, width: number): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${width / 2}" ry="${width / 16}" fill="#1f2a5a" opacity=".26" filter="url(#soft)"/>`

const standing = (x: number, y: number, size: number, turn = 0): string =>
  shade(x, y + size * 0.48, size * 0.72) + glyph(x, y, size, turn)

function grid(columns: number, rows: number, left: number, top: number, step: number, size: number): string {
  let out = ''
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) out += glyph(left + column * step, top + row * step, size)
  return out
}

/** A shallow tray seen from above, with a dozen in it. */
const tray = `${shade(MID, 318, 300)}<rect x="30" y="62" width="300" height="240" rx="18" fill="#c79a63"/><rect x="30" y="62" width="300" height="232" rx="18" fill="#e3bd88"/>
  <rect x="42" y="74" width="276" height="208" rx="10" fill="#b98a54"/><rect x="42" y="78" width="276" height="204" rx="10" fill="#f4dfbd"/>${grid(4, 3, 79, 112, 67.4, 58)}`

/** An open carton, the things looking out of it. */
const crate = `${shade(MID, 312, 280)}<path d="M62 176 106 150h148l44 26z" fill="#a97b45"/>${glyph(122, 146, 104, -12)}${glyph(238, 146, 104, 12)}${glyph(MID, 128, 116)}
  <path d="M62 176h236v126a8 8 0 0 1-8 8H70a8 8 0 0 1-8-8z" fill="#dcb37a"/><path d="M62 176h236v16H62z" fill="#c99c61"/><path d="M166 176h28v44l-14-8-14 8z" fill="#efd7ae"/>
  <path d="M62 176 34 208l14 6 24-26z" fill="#e9c796"/><path d="m298 176 28 32-14 6-24-26z" fill="#e9c796"/>
  <path d="M244 262v28m-9-19 9-9 9 9M272 262v28m-9-19 9-9 9 9" stroke="#a97b45" stroke-width="4" fill="none" stroke-linecap="round" stroke-linejoin="round"/>`

const podium = `${shade(MID, 316, 290)}<path d="M70 266v32c0 16 49 26 110 26s110-10 110-26v-32z" fill="url(#side)"/><ellipse cx="${MID}" cy="266" rx="110" ry="26" fill="#fff"/>
  <ellipse cx="${MID}" cy="262" rx="56" ry="9" fill="#1f2a5a" opacity=".25" filter="url(#soft)"/>${glyph(MID, 152, 222)}`

const drawn: Record<Arrangement, string> = {
  single: standing(MID, 172, 266),
  tilt: `${shade(MID, 306, 200)}${glyph(MID, 170, 256, -14)}`,
  pair: standing(244, 148, 176, 8) + standing(132, 192, 216, -6),
  trio: standing(MID, 116, 158) + standing(104, 218, 166, -5) + standing(256, 218, 166, 5),
  row: standing(80, 186, 128) + standing(280, 186, 128) + standing(MID, 180, 190),
  stack: grid(2, 2, 107, 103, 148, 148),
  tray,
  crate,
  podium,
  close: glyph(196, 204, 372, -10),
  badge: `<circle cx="${MID}" cy="${MID}" r="138" fill="#fff" opacity=".72"/>${glyph(MID, MID, 190)}`,
}

/** The things of a picture, put on its ground. */
export const arrange = (arrangement: Arrangement): string => drawn[arrangement]

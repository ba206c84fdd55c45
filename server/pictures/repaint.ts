import type { Paint } from './recipe.ts'

// OKLab (Björn Ottosson, 2020): equal steps look equal, so that a red and a navy shirt keep the same folds.
type Lab = [l: number, a: number, b: number]

const linear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
const gamma = (c: number): number => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055)

function toLab(hex: string): Lab {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex
  const [r, g, b] = [1, 3, 5].map((i) => linear(Number.parseInt(full.slice(i, i + 2), 16) / 255)) as Lab
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function toHex([L, A, B]: Lab): string {
  const l = (L + 0.3963377774 * A + 0.2158037573 * B) ** 3
  const m = (L - 0.1055613458 * A - 0.0638541728 * B) ** 3
  const s = (L - 0.0894841775 * A - 1.291485548 * B) ** 3
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${rgb
    .map((c) =>
      Math.round(255 * gamma(Math.min(1, Math.max(0, c))))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

// Each paint as the lightness and chroma of its main tone, and its hue in degrees.
const targets: Record<Paint, { l: number; c: number; h: number }> = {
  red: { l: 0.58, c: 0.2, h: 26 },
  orange: { l: 0.71, c: 0.17, h: 55 },
  yellow: { l: 0.85, c: 0.16, h: 92 },
  green: { l: 0.62, c: 0.15, h: 148 },
  teal: { l: 0.64, c: 0.1, h: 195 },
  blue: { l: 0.6, c: 0.16, h: 255 },
  navy: { l: 0.36, c: 0.1, h: 268 },
  purple: { l: 0.54, c: 0.17, h: 302 },
  pink: { l: 0.75, c: 0.13, h: 356 },
  brown: { l: 0.48, c: 0.08, h: 55 },
  black: { l: 0.3, c: 0.01, h: 270 },
  grey: { l: 0.64, c: 0.008, h: 260 },
  white: { l: 0.94, c: 0.006, h: 90 },
}

const chroma = ([, a, b]: Lab): number => Math.hypot(a, b)
const hue = ([, a, b]: Lab): number => (Math.atan2(b, a) * 180) / Math.PI
const apart = (x: number, y: number): number => Math.abs(((x - y + 540) % 360) - 180)

const colours = /(?<=(?:fill|stroke|stop-color)=")#(?:[0-9a-f]{6}|[0-9a-f]{3})(?=")/gi

/** The tone that most of the glyph's coloured shapes are near to; undefined for a grey one. */
function mainTone(body: string): Lab | undefined {
  const tones = [...body.matchAll(colours)].map((m) => toLab(m[0])).filter((t) => chroma(t) > 0.05)
  const near = (t: Lab): number => tones.filter((o) => apart(hue(o), hue(t)) < 40).length
  return tones.toSorted((x, y) => near(y) - near(x) || chroma(y) - chroma(x))[0]
}

/**
 * The glyph in another colour: its main tone becomes the paint, tones of about the same hue move along, all others
 * stay.
 */
export function repaint(body: string, paint: Paint): string {
  const main = mainTone(body)
  const target = targets[paint]
  const moves = (tone: Lab): boolean =>
    main ? chroma(tone) > 0.03 && apart(hue(tone), hue(main)) < 40 : tone[0] < 0.97
  const from = main ?? [0.6, 0, 0]
  return body.replace(colours, (hex) => {
    const tone = toLab(hex)
    if (!moves(tone)) return hex
    // Lightness keeps its distance from the main tone, drawn in where the paint is near black or white.
    const room = target.l > 0.8 || target.l < 0.4 ? 0.6 : 0.9
    const l = Math.min(0.985, Math.max(0.16, target.l + (tone[0] - from[0]) * room))
    const c = target.c * Math.min(1.25, main ? chroma(tone) / chroma(main) : 1)
    const angle = ((target.h + (main ? (hue(tone) - hue(main)) * 0.5 : 0)) * Math.PI) / 180
    return toHex([l, c * Math.cos(angle), c * Math.sin(angle)])
  })
}

import { grounds, type GroundStyle } from './recipe.ts'

/** Every picture is composed on a square of this many units. */
export const SIDE = 360

/** The painted ground of a picture, with the definitions that it and the things on it refer to. */
export function drawGround(style: GroundStyle, ground: number): string {
  const [light, deep] = grounds[ground]!
  const defs = `<defs>
    <radialGradient id="glow" cx="50%" cy="42%" r="75%"><stop offset="0" stop-color="#fff" stop-opacity=".85"/><stop offset=".55" stop-color="${light}"/><stop offset="1" stop-color="${deep}"/></radialGradient>
    <linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".5"/><stop offset="1" stop-color="${light}" stop-opacity="0"/></linearGradient>
    <linearGradient id="sweep" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${deep}"/></linearGradient>
    <linearGradient id="side" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#fff" stop-opacity=".9"/><stop offset=".6" stop-color="#fff" stop-opacity=".45"/><stop offset="1" stop-color="${deep}" stop-opacity=".55"/></linearGradient>
    <filter id="soft" x="-50%" y="-150%" width="200%" height="400%"><feGaussianBlur stdDeviation="6"/></filter>
    <filter id="lift" x="-20%" y="-20%" width="140%" height="150%"><feGaussianBlur in="SourceAlpha" stdDeviation="5"/><feOffset dy="7"/><feComponentTransfer><feFuncA type="linear" slope=".24"/></feComponentTransfer><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>
  </defs>`
  return defs + painted[style](light, deep)
}

const whole = `width="${SIDE}" height="${SIDE}"`
const painted: Record<GroundStyle, (light: string, deep: string) => string> = {
  glow: (light) => `<rect ${whole} fill="${light}"/><rect ${whole} fill="url(#glow)"/>`,
  floor: (light, deep) => `<rect ${whole} fill="${light}"/><rect ${whole} fill="url(#wall)"/>
    <path d="M0 262h360v98H0z" fill="${deep}" opacity=".55"/><path d="M0 262h360v2H0z" fill="#fff" opacity=".5"/>`,
  disc: (light, deep) =>
    `<rect ${whole} fill="${light}"/><circle cx="180" cy="180" r="140" fill="${deep}" opacity=".42"/><circle cx="180" cy="180" r="140" fill="url(#wall)" opacity=".7"/>`,
  slant: (light) =>
    `<rect ${whole} fill="${light}"/><path d="M0 250 360 120v240H0z" fill="url(#sweep)" opacity=".8"/><path d="M0 250 360 120" stroke="#fff" stroke-opacity=".6" stroke-width="2"/>`,
}

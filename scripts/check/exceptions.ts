import type { Exceptions } from './house.ts'

/** Files that may have longer lines, and why. */
export const exceptions: Exceptions = {
  'scripts/areas/iso-codes.ts': 'a table: the codes of one country a line',
  'scripts/areas/own-names.ts': 'a table: the names of one country a line',
  'server/pictures/arrange.ts': 'drawings: one shape of an SVG a line',
  'server/pictures/draw.ts': 'drawings: one shape of an SVG a line',
  'server/pictures/grounds.ts': 'drawings: one shape of an SVG a line',
}

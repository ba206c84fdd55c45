import type { Exceptions } from './house.ts'

/** What may be longer than the limits, and why. */
export const exceptions: Exceptions = {
  'scripts/areas/iso-codes.ts#lines': 'a table: the codes of one country a line',
  'scripts/areas/own-names.ts#lines': 'a table: the names of one country a line',
  'src/app/routes.ts': 'a table: every screen of the app, which the build and the laws read as one',
  'server/features/pictures/arrange.ts#lines': 'drawings: one shape of an SVG a line',
  'server/features/pictures/draw.ts#lines': 'drawings: one shape of an SVG a line',
  'server/features/pictures/grounds.ts#lines': 'drawings: one shape of an SVG a line',
}

import { baseline } from '#contract/baseline.ts'

/** The oldest browsers that the app is built for, as Vite names them; it lowers styles to them, too. */
export const browsers = [
  `chrome${baseline.chrome}`,
  `edge${baseline.chrome}`,
  `firefox${baseline.firefox}`,
  `safari${baseline.safari}`,
]

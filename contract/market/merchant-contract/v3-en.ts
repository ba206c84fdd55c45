import { withMore } from './as-text.ts'
import { contractText as version2 } from './v2-en.ts'

/** Version 3: version 2, with the market's fee. It was signed as it is: never change it. */
export const contractText = withMore(
  version2,
  'The fee on a sale is shown before the sale and is taken out of its amount, never asked for beside it.',
  ' Each order keeps the rate at which it was paid.' +
    ' Nothing is kept of what is refunded.' +
    ' A higher rate begins 14 days after the market has announced it.',
)

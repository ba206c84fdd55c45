import { withMore } from './as-text.ts'
import { contractText as version1 } from './v1-en.ts'

/** Version 2: version 1, with the coins that buyers pay with. It was signed as it is: never change it. */
export const contractText = withMore(
  version1,
  'No fee, tax or deposit is ever asked to release it.',
  ' Buyers choose the coin in which they pay.' +
    ' The store is credited in that coin, with what was paid for the order, less the fee.' +
    " From the moment of payment, the buyer and Party B bear any change in the coin's price." +
    ' A refund returns the same share of the coins, whatever they are worth then.',
)

import type { GuessesFor } from './guess.ts'

export const rechargeGuesses: GuessesFor<'recharge.claim'> = {
  'recharge.claim': (row, { network, txid, asset, amount, pictures }, { at }) => {
    const claimed = { at, amount, pictures }
    if (row && row.seenAt !== null) return { ...row, claimed }
    const unseen = { network, txid, asset, amount: '0', confirmations: 0, needed: 0, at, seenAt: null }
    return { ...unseen, ...row, state: 'claimed', claimed }
  },
}

import { applicationPictures } from '#contract/merchants/rules.ts'
import type { GuessesFor } from './guess.ts'

export const merchantGuesses: GuessesFor<'merchant.apply'> = {
  'merchant.apply': (row, p, { at }) => {
    // One that the shop has decided stays what it is.
    if (row && row.state !== 'changes' && row.state !== 'submitted') return row
    const files = { logo: null, front: null, back: null, holding: null, ...row?.files }
    for (const which of applicationPictures) files[which] = p.pictures[which] ?? files[which]
    return {
      logo: null,
      reason: null,
      decidedAt: null,
      store: null,
      receipt: '',
      ...row,
      id: p.id,
      state: 'submitted',
      storeName: p.storeName,
      realName: p.realName,
      documentNumber: p.documentNumber ?? '',
      files,
      code: p.code,
      asked: [],
      at,
    }
  },
}

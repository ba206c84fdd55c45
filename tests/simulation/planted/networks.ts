import type { Edit } from './source-edits.ts'

// Planted bugs (planted.ts) of deposits and withdrawals.

const at = (file: string, find: string, put: string): Edit => ({ file, find, put })

export const plantedNetworks: readonly { name: string; breaks: string; edits: readonly Edit[] }[] = [
  {
    name: 'credited-twice',
    breaks: 'a deposit is credited with each block',
    edits: [
      at(
        'server/deposits/credit.ts',
        'is in the ledger already`)\n  await writeDeposit(tx, next)',
        'is in the ledger already`)\n  await writeDeposit(tx, { ...next, credited: false })',
      ),
    ],
  },
  {
    name: 'dead-branch',
    breaks: 'confirmations in a block that was replaced still count',
    edits: [
      at(
        'server/deposits/follow.ts',
        'update deposits set height = null, pending = false, stale = true',
        'update deposits set stale = true',
      ),
    ],
  },
  {
    name: 'not-taken-back',
    breaks: 'a deposit that the network took back stays in the balance',
    edits: [
      at(
        'server/deposits/credit.ts',
        'credited && height === null)\n  const credit',
        'credited && height === -1)\n  const credit',
      ),
    ],
  },
  {
    name: 'fee-sent-too',
    breaks: 'a withdrawal sends its fee to the person',
    edits: [
      at(
        'server/chains/simulated-payouts.ts',
        'amount: BigInt(amount) - BigInt(fee), nonce }',
        'amount: BigInt(amount), nonce }',
      ),
    ],
  },
  {
    name: 'forgotten-too-soon',
    breaks: 'a payment that a reorganisation forgets after it was confirmed is not sent again',
    edits: [
      at(
        'server/withdrawals/paying/end.ts',
        'if (depth >= FOLLOWED_DEPTH) await forget(db, sent)',
        'if (depth >= 1) await forget(db, sent)',
      ),
    ],
  },
]

import type { Edit } from '../../simulation/planted/source-edits.ts'

// Bugs that only show when two act at the same time: `npm run races -- --planted NAME` puts one into the market.

const at = (file: string, find: string, put: string): Edit => ({ file, find, put })

export const plantedRaces: readonly { name: string; breaks: string; edits: readonly Edit[] }[] = [
  {
    name: 'owners-uncounted',
    breaks: 'the last owners of a store leave at once, for nobody locks the other before counting',
    edits: [at('server/members/members.ts', 'order by store_id, user_id for update', 'order by store_id, user_id')],
  },
  {
    name: 'release-blindly',
    breaks: 'the clock pays out an order that has been refunded meanwhile',
    edits: [
      at('server/orders/clocks.ts', 'sql`o.id = ${id}::text and ${which}`', 'sql`o.id = ${id}::text`'),
      at('server/orders/clocks.ts', "if (nextStage(order.stage, 'release') === undefined) return", ''),
    ],
  },
  {
    name: 'earned-twice',
    breaks: 'two refunds at once are paid from the same earnings',
    edits: [
      at(
        'server/orders/moves/parcel-back.ts',
        "await tx.selectFrom('stores').select('id').where('id', '=', order.store_id).forNoKeyUpdate().execute()",
        '',
      ),
    ],
  },
  {
    name: 'shelf-unlocked',
    breaks: 'two orders take the last pieces of a shelf',
    edits: [
      at(
        'server/orders/order/stock.ts',
        'where id = any(${wanted}::int[]) order by id for no key update',
        'where id = any(${wanted}::int[]) order by id',
      ),
    ],
  },
  {
    name: 'paid-twice',
    breaks: 'a withdrawal whose transaction is stuck is sent by another one with a nonce of its own',
    edits: [
      at(
        'server/chains/simulated-payouts.ts',
        'do update set nonce = simulated_nonces.nonce',
        'do update set nonce = excluded.nonce',
      ),
      at('server/withdrawals/paying/sign.ts', 'if (after !== before)', 'if (after === undefined)'),
    ],
  },
  {
    name: 'cancelled-and-sent',
    breaks: 'a withdrawal is cancelled while its transaction is on its way',
    edits: [
      at('contract/withdrawals/rules.ts', "sent: ['done', 'returned'],", "sent: ['done', 'returned', 'cancelled'],"),
    ],
  },
]

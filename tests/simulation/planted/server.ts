import type { Edit } from './source-edits.ts'

// Planted bugs (planted.ts) of what the server does with a cart's changes, an order's goods, and what was taken back.

const at = (file: string, find: string, put: string): Edit => ({ file, find, put })

export const plantedServer: readonly { name: string; breaks: string; edits: readonly Edit[] }[] = [
  {
    name: 'set-to-what-was-seen',
    breaks: 'setting a line undoes what another device added',
    edits: [
      at(
        'server/cart/handlers.ts',
        'clampNum(at.num, p.to - p.from, at.active && at.variant_ok ? at.stock : 0)',
        'Math.min(p.to, at.stock)',
      ),
    ],
  },
  {
    name: 'stock-returned-twice',
    breaks: 'a refund after shipping puts goods back that have left',
    edits: [
      at(
        'server/orders/moves/move-goods.ts',
        'const back = closes && order.reserved ? leftToShip(order) : kept',
        'const back = closes ? order.lines : kept',
      ),
    ],
  },
  {
    name: 'accepted-does-nothing',
    breaks: "the market says yes to a cart's change and does nothing",
    edits: [
      at(
        'server/cart/handlers.ts',
        '${clampNum(before, p.num, at.stock)}::int, ${p.price}',
        '${Math.max(1, before)}::int, ${p.price}',
      ),
    ],
  },
  {
    name: 'void-forgets',
    breaks: 'what was taken back may still come',
    edits: [
      at('server/sync/spend.ts', 'const outcomes = spent.map(', 'const outcomes = spent.slice(spent.length).map('),
    ],
  },
]

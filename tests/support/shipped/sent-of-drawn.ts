/** The payloads of mutations about orders that a store draws up, as they were first sent (law 6). */
export const sentOfDrawn: Record<string, unknown> = {
  'quote.decline': { quotes: [{ id: '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d92', round: 1 }], note: 'Too many' },
  'quote.draw': {
    order: '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d97',
    of: { kind: 'sale', id: '20261101-0000001-4' },
    buyer: 'Robin',
    goods: [
      {
        id: '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d98',
        goods: '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d94',
        productId: 7,
        currency: 'USD',
        lines: [{ sku: 'BLUE', num: 100, price: 420 }],
      },
    ],
    until: 1_760_000_000_000,
    note: 'As last month',
  },
}

// The mutations of a store's orders as they shipped (tests/laws/contract/shipped-mutations.test.ts).

export const shippedSales: Record<string, { path: string; guest: boolean; payload: unknown }> = {
  'sale.ship': {
    path: '/api/store/sale_ship',
    guest: false,
    payload: {
      id: 'string',
      parcel: 'integer',
      lines: [{ id: 'integer', variantId: 'integer', num: 'integer' }],
      carrier: 'string',
      tracking: 'string',
    },
  },
  'sale.answer': {
    path: '/api/store/sale_answer',
    guest: false,
    payload: {
      id: 'string',
      report: 'string',
      say: ['replace', 'decline'],
      carrier: 'string',
      tracking: 'string',
      words: 'string',
    },
  },
  'sale.offer': {
    path: '/api/store/sale_offer',
    guest: false,
    payload: { id: 'string', report: 'string', amount: 'integer', words: 'string' },
  },
  'sale.refundPart': {
    path: '/api/store/sale_refund_part',
    guest: false,
    payload: { id: 'string', refund: 'integer', parcel: 'integer', amount: 'integer', words: 'string' },
  },
  'sale.refund': {
    path: '/api/store/sale_refund',
    guest: false,
    payload: { id: 'string', what: ['unshipped', 'all'], amount: 'integer' },
  },
}

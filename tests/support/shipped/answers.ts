// The mutations of what a store answers as they shipped (tests/laws/contract/shipped-mutations.test.ts).

export const shippedAnswers: Record<string, { path: string; guest: boolean; payload: unknown }> = {
  'quote.offer': {
    path: '/api/store/quote_offer',
    guest: false,
    payload: {
      id: 'string',
      round: 'integer',
      lines: [{ variantId: 'integer', num: 'integer', price: 'integer' }],
      until: 'integer',
      note: 'string',
    },
  },
  'quote.refuse': {
    path: '/api/store/quote_refuse',
    guest: false,
    payload: { id: 'string', round: 'integer', note: 'string' },
  },
  'quote.draw': {
    path: '/api/store/quote_draw',
    guest: false,
    payload: {
      order: 'string',
      of: { kind: ['sale', 'storeTalk', 'request'], id: 'string' },
      buyer: 'string',
      goods: [
        {
          id: 'string',
          goods: 'string',
          productId: 'integer',
          currency: 'string',
          lines: [{ sku: 'string', num: 'integer', price: 'integer' }],
        },
      ],
      until: 'integer',
      note: 'string',
    },
  },
  'review.reply': {
    path: '/api/store/review_reply',
    guest: false,
    payload: { id: 'integer', n: 'integer', text: 'string' },
  },
  'sheet.make': {
    path: '/api/store/sheet_make',
    guest: false,
    payload: { id: 'string', title: 'string', goods: ['string'], until: ['integer', 'null'] },
  },
  'sheet.end': { path: '/api/store/sheet_end', guest: false, payload: { id: 'string' } },
  'store.least': {
    path: '/api/store/least',
    guest: false,
    payload: { pieces: ['integer', 'null'], amount: ['integer', 'null'] },
  },
  'store.close': { path: '/api/store/close', guest: false, payload: { on: 'boolean' } },
  'store.rename': { path: '/api/store/rename', guest: false, payload: { name: 'string' } },
  'store.profile': {
    path: '/api/store/profile',
    guest: false,
    payload: { 'description?': { '*': 'string' }, 'logo?': ['string', 'null'], 'area?': ['string', 'null'] },
  },
  'store.currency': { path: '/api/store/currency', guest: false, payload: { currency: 'string' } },
  'store.zone': {
    path: '/api/store/zone',
    guest: false,
    payload: {
      id: 'string',
      'make?': 'boolean',
      'way?': {
        by: ['order', 'piece', 'weight', 'value'],
        price: 'integer',
        'grams?': [100, 1000],
        'steps?': [{ from: 'integer', price: 'integer' }],
      },
      'freeFrom?': ['integer', 'null'],
      'days?': [{ least: 'integer', most: 'integer' }, 'null'],
      'countries?': { '*': 'boolean' },
    },
  },
  'store.zoneEnd': { path: '/api/store/zoneEnd', guest: false, payload: { id: 'string', 'last?': 'boolean' } },
  'store.taxes': {
    path: '/api/store/taxes',
    guest: false,
    payload: { taxes: { '*': [{ rate: 'integer', included: 'boolean' }, 'null'] } },
  },
  'store.legal': {
    path: '/api/store/legal',
    guest: false,
    payload: { 'name?': 'string', 'address?': 'string', 'taxNumber?': 'string', 'prefix?': 'string' },
  },
}

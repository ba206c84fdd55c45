/** The payloads of a store's own row as they were first sent (law 6). */
export const sentOfStores: Record<string, unknown> = {
  'store.notice': { announcement: 'Back on Monday', holiday: { from: '2026-12-24', to: '2027-01-02' } },
  'store.terms': { shipping: 900, taxBasisPoints: 1900, days: { DE: { least: 2, most: 4 }, 'US-CA': null } },
  'store.least': { pieces: 30, amount: null },
  'store.close': { on: true },
  'store.rename': { name: 'Harbour Lights' },
  'store.profile': { description: { en: 'Lamps since 1987', ar: '' }, logo: 'c'.repeat(64), area: 'EG' },
  'store.currency': { currency: 'EGP' },
  'store.zone': {
    id: '5b0c5c6e-3a55-4f1a-9a55-0b1f6a3f2a10',
    make: true,
    way: { by: 'weight', price: 500, grams: 1000 },
    freeFrom: 50_000,
    days: { least: 3, most: 7 },
    countries: { EG: true, SD: false, '*': true },
  },
  'store.zoneEnd': { id: '5b0c5c6e-3a55-4f1a-9a55-0b1f6a3f2a10', last: true },
  'store.taxes': { taxes: { EG: { rate: 1400, included: true }, DE: null, '*': { rate: 0, included: false } } },
  'store.legal': { name: 'Harbour Lights Ltd', address: '4 Port road\nTyre', taxNumber: 'LB 601', prefix: 'HL' },
}

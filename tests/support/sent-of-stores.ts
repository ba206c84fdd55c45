/** The payloads of a store's own row as they were first sent (law 6). */
export const sentOfStores: Record<string, unknown> = {
  'store.notice': { announcement: 'Back on Monday', holiday: { from: '2026-12-24', to: '2027-01-02' } },
  'store.terms': { shipping: 900, taxBasisPoints: 1900, days: { DE: { least: 2, most: 4 }, 'US-CA': null } },
  'store.least': { pieces: 30, amount: null },
  'store.close': { on: true },
  'store.rename': { name: 'Harbour Lights' },
  'store.profile': { description: { en: 'Lamps since 1987', ar: '' }, logo: 'c'.repeat(64), area: 'EG' },
  'store.currency': { currency: 'EGP' },
}

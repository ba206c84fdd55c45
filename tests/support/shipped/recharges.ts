/** Part of tests/laws/contract/shipped-mutations.test.ts: filling an account, and how invoices name its person. */
export const shippedRecharges = {
  'recharge.claim': {
    path: '/api/recharge/claim',
    guest: false,
    payload: {
      network: ['ethereum', 'tron', 'bitcoin'],
      asset: ['USDT', 'ETH', 'BTC', 'tUSDT', 'tETH', 'tBTC'],
      txid: 'string',
      amount: 'string',
      pictures: ['string'],
    },
  },
  'billing.set': {
    path: '/api/user/billing',
    guest: false,
    payload: { company: 'string', taxNumber: 'string', address: 'string' },
  },
}

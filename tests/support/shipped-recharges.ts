/** Part of tests/laws/shipped-mutations.test.ts: filling an account. */
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
}

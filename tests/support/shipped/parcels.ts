/** The buyers' mutations about parcels, as shipped; append-only (law 6, shipped-mutations.test.ts). */
export const shippedOfParcels = {
  'order.receiveParcel': {
    path: '/api/order/receive_parcel',
    guest: false,
    payload: { id: 'string', parcel: 'integer', amount: 'integer' },
  },
  'order.report': {
    path: '/api/order/report',
    guest: false,
    payload: {
      id: 'string',
      report: 'string',
      parcel: 'integer',
      line: { id: 'integer', variantId: 'integer', num: 'integer' },
      problem: ['damaged', 'missing', 'wrong'],
      wish: ['refund', 'replacement', 'talk'],
      text: 'string',
      pictures: ['string'],
    },
  },
  'order.reply': {
    path: '/api/order/reply',
    guest: false,
    payload: { id: 'string', report: 'string', reply: ['accept', 'escalate', 'withdraw'], offer: 'integer' },
  },
}

import { expect, it } from 'vitest'
import {
  backCause,
  depositCause,
  feeCause,
  grantCause,
  orderCause,
  readCause,
  takenBackCause,
} from './posting-causes.ts'

const id = '9f0c2f6e-0000-4000-8000-000000000001:12'
const deposit = depositCause({ network: 'tron', txid: 'ab', n: 0, coin: 'USDT' }, 1)

it.each([
  [orderCause(id, 'paid'), { movement: 'paid', order: id }],
  [orderCause(id, 'refunded'), { movement: 'refunded', order: id }],
  [orderCause(id, 'rest'), { movement: 'refunded', order: id }],
  [orderCause(id, 'part:7'), { movement: 'refunded', order: id }],
  [orderCause(id, 'report:7f'), { movement: 'refunded', order: id }],
  [feeCause(orderCause(id, 'received')), { movement: 'fee', order: id }],
  [feeCause(orderCause(id, 'parcel:2')), { movement: 'fee', order: id }],
  [feeCause(orderCause(id, 'part:7')), { movement: 'feeBack', order: id }],
  [feeCause(orderCause(id, 'report:7f')), { movement: 'feeBack', order: id }],
  [grantCause('u', 'tUSDT'), { movement: 'granted' }],
  [takenBackCause('u', 'tUSDT'), { movement: 'takenBack' }],
  ['converted:user:u:available', { movement: 'converted' }],
  [deposit, { movement: 'recharged', recharge: 'tron:ab:USDT' }],
  [backCause(deposit), { movement: 'recalled', recharge: 'tron:ab:USDT' }],
  ['deposit:tron:ab', { movement: 'other' }],
])('%s', (cause, read) => {
  expect(readCause(cause)).toEqual(read)
})

import { expect, it } from 'vitest'
import type { AccountPosting } from '#localdb/queries/wallet.ts'
import { postingsAsJson, postingsAsTable } from './postings-file.ts'

const posting = (seq: number, amount: string, balance: string): AccountPosting => ({
  asset: 'ETH',
  seq,
  entry: 10 + seq,
  cause: 'order:a:1:paid',
  at: 1_700_000_000_000,
  amount,
  balance,
  movement: 'paid',
  order: { id: 'a:1', number: '0000-0013' },
})
const postings = [
  posting(2, '-1', '123456789012345678901'),
  posting(1, '123456789012345678902', '123456789012345678902'),
]

it('postings are written the oldest first, each amount exact and as a number', () => {
  expect(JSON.parse(postingsAsJson(postings))).toMatchObject([
    { entry: 11, amount: '123.456789012345678902', amountNumber: 123.45678901234568, order: '0000-0013' },
    { entry: 12, amount: '-0.000000000000000001', amountNumber: -1e-18, balance: '123.456789012345678901' },
  ])
  const lines = postingsAsTable(postings).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[2]).toContain(',-0.000000000000000001,-1e-18,')
})

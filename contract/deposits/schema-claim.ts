import * as z from 'zod/mini'
import { mutation } from '../wire/mutation.ts'
import { assets, coinOf } from '../coins/assets.ts'
import { FILE_BYTES_MAX } from '../pictures/files.ts'
import { networks, TXID } from '../coins/networks.ts'
import { CLAIM_PICTURES_MAX, rechargeKey } from './recharges.ts'
import { fileIds } from '../pictures/schema-file-id.ts'
import { TypedUnits } from '../ledger/schema-row.ts'

const claimKey = (p: { network: string; txid: string; asset: (typeof assets)[number] }): `recharges/${string}` =>
  `recharges/${rechargeKey({ ...p, coin: coinOf(p.asset) })}`

/**
 * Reports a transaction that the person has sent. It credits nothing: the network shows what arrived, and at whose
 * address.
 */
export const rechargeClaim = mutation({
  path: '/api/recharge/claim',
  tables: ['recharges'],
  payload: z.object({
    network: z.enum(networks),
    asset: z.enum(assets),
    txid: z.string().check(z.regex(TXID)),
    amount: TypedUnits,
    pictures: fileIds(CLAIM_PICTURES_MAX),
  }),
  guest: false,
  files: { kind: 'picture', most: CLAIM_PICTURES_MAX, bytesMax: FILE_BYTES_MAX, of: (p) => p.pictures },
  lanes: (p) => [claimKey(p)],
  keys: (p) => [claimKey(p)],
})

import { userIndex } from './account/schema.ts'
import { addressIndex } from './addresses/schema.ts'
import { indexUpload } from './pictures/schema-files.ts'
import { mailBounces } from './messages/schema-mail-bounces.ts'
import { rechargeList } from './deposits/schema-list.ts'

/** Calls for other programs. Devices make none of them: they get the same from their feed. */
export const outsideEndpoints = {
  'user.index': userIndex,
  'address.index': addressIndex,
  'file.upload': indexUpload,
  'recharge.list': rechargeList,
  'mail.bounces': mailBounces,
} as const

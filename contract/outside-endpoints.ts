import { userIndex } from './schema/account.ts'
import { addressIndex } from './schema/addresses.ts'
import { indexUpload } from './schema/files.ts'
import { mailBounces } from './schema/mail-bounces.ts'
import { rechargeList } from './schema/recharge-list.ts'

/** Calls for other programs. Devices make none of them: they get the same from their feed. */
export const outsideEndpoints = {
  'user.index': userIndex,
  'address.index': addressIndex,
  'file.upload': indexUpload,
  'recharge.list': rechargeList,
  'mail.bounces': mailBounces,
} as const

import { userIndex } from './schema/account.ts'
import { addressIndex } from './schema/addresses.ts'
import { indexUpload } from './schema/files.ts'
import { rechargeList } from './schema/recharge-list.ts'

/** Calls that no device makes, by name: other programs read by them what a device has as rows of its feed. */
export const outsideEndpoints = {
  'user.index': userIndex,
  'address.index': addressIndex,
  'file.upload': indexUpload,
  'recharge.list': rechargeList,
} as const

import { accountData, syncData } from './account-data.ts'
import { buyerData } from './buyer-data.ts'
import type { Declarations } from './declaration.ts'
import { fileData } from './file-data.ts'
import { marketData, storeData } from './market-data.ts'
import { messageData } from './message-data.ts'

/**
 * Every table of the database, with what of it is a person's. An account is deleted in this order, the account's own
 * row first: from then on nobody uses it.
 */
export const personalData: Declarations = {
  ...accountData,
  ...fileData,
  ...messageData,
  ...buyerData,
  ...storeData,
  ...marketData,
  ...syncData,
}

import * as account from './account/schema.ts'
import { userFundPassword } from './account/schema-fund-password.ts'
import { merchantContract, merchantSign } from './merchants/schema-contract.ts'
import { merchantIndex } from './merchants/schema-index.ts'
import { orderPay, orderPayQuote } from './wallet/schema-pay.ts'
import * as social from './account/schema-social.ts'
import { sendingEndpoints } from './sending-endpoints.ts'
import { storeDay } from './stores/schema-day.ts'
import { rechargeAddress, simulatedDrop, simulatedSend } from './deposits/schema.ts'
import { withdrawAsk, withdrawCancel, withdrawStop } from './wallet/schema-withdrawals.ts'
import { walletHeads, walletPostings } from './wallet/schema.ts'
import { followedStores } from './favourites/schema-followed.ts'

/** Signing in, and what needs a session, by name; a device loads it for whoever signs in or is signed in. */
export const personEndpoints = {
  'user.login': account.login,
  'user.register': account.register,
  'user.social': social.socialOffer,
  'user.socialBegin': social.socialBegin,
  'user.loginSocial': social.loginSocial,
  'user.socialJoin': social.socialJoin,
  'user.emailCode': account.emailCode,
  'user.resetPassword': account.resetPassword,
  'user.profile': account.profile,
  'user.logout': account.logout,
  'user.change': account.userChange,
  'user.fundPassword': userFundPassword,
  'user.sessions': account.sessions,
  'user.endSession': account.endSession,
  'user.identities': account.identities,
  'user.endIdentity': account.endIdentity,
  'user.answerInvitation': account.answerInvitation,
  'user.export': account.exportAccount,
  'user.delete': account.deleteAccount,
  'user.followedStores': followedStores,
  'store.day': storeDay,
  'merchant.index': merchantIndex,
  'merchant.contract': merchantContract,
  'merchant.sign': merchantSign,
  'order.pay': orderPay,
  'order.payQuote': orderPayQuote,
  'wallet.heads': walletHeads,
  'wallet.postings': walletPostings,
  'withdraw.ask': withdrawAsk,
  'withdraw.cancel': withdrawCancel,
  'withdraw.stop': withdrawStop,
  'recharge.address': rechargeAddress,
  'simulated.send': simulatedSend,
  'simulated.drop': simulatedDrop,
  ...sendingEndpoints,
} as const

import type { AnyonesCall, CallsFor, OwnCall } from '../api.ts'
import type { OwnCallsFor } from '../session/session.ts'

/** The commands of lazy.ts, by whom they act for. */
export const lazyForAnyone = [
  'user.login',
  'user.register',
  'user.resetPassword',
  'user.social',
  'social.begin',
  'social.finish',
  'social.join',
  'user.emailCode',
] as const satisfies readonly AnyonesCall[]
export const lazyForPerson = [
  'user.change',
  'user.sessions',
  'user.endSession',
  'user.identities',
  'user.endIdentity',
  'user.answerInvitation',
  'user.export',
  'user.delete',
  'user.logout',
  'file.keep',
  'order.pay',
  'merge.settle',
  'merchant.draft',
  'merchant.index',
  'intent.dismiss',
  'intent.retry',
  'intent.cancel',
  'intent.restore',
  'catalogue.pack',
  'catalogue.sheet',
  'pack.take',
  'pack.pause',
  'pack.remove',
  'pad.keep',
  'pad.read',
  'pad.check',
  'goods.plan',
  'goods.planned',
  'goods.rejected',
  'goods.begin',
  'goods.job',
  'goods.write',
  'storage.free',
  'device.check',
  'device.bounds',
  'unsent.export',
  'unsent.import',
  'store.open',
  'store.leave',
  'store.day',
] as const satisfies readonly OwnCall[]
export type LazyForAnyone = CallsFor<(typeof lazyForAnyone)[number]>
export type LazyForPerson = OwnCallsFor<(typeof lazyForPerson)[number]>
export type LazyCommands = LazyForAnyone & LazyForPerson

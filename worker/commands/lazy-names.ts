import type { OperatorEndpointName } from '#contract/registry.ts'
import type { AnyonesCall, CallsFor, OwnCall } from '../api/worker-api.ts'
import type { OwnCallsFor } from '../session/session.ts'

/** The commands of lazy.ts that act for anybody. */
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
export type LazyForAnyone = CallsFor<(typeof lazyForAnyone)[number]>
/** A person's commands that the start brings (commands.ts). */
export type StartCall = 'shop.reach' | 'search.history' | 'seen.note'
export type LazyForPerson = OwnCallsFor<Exclude<OwnCall, OperatorEndpointName | StartCall>>
export type LazyCommands = LazyForAnyone & LazyForPerson

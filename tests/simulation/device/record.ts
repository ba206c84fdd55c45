import type { MutationName } from '#contract/registry.ts'
import { wireFaults, type WireFault } from './wire-faults.ts'

/** The ten invariants, and `bug` for an error that no invariant names but no history may throw either. */
export const invariants = {
  I1: 'durable',
  I2: 'atomic',
  I3: 'at most one effect',
  I4: 'no vanishing',
  I5: 'order',
  I6: 'no crossing',
  I7: 'screen = fold(server, pending)',
  I8: 'liveness',
  I9: 'conservation',
  I10: 'one writer epoch',
  bug: 'nothing is thrown that nobody expects',
} as const
export type InvariantId = keyof typeof invariants
export interface Violation {
  id: InvariantId
  what: string
}

/** The faults that strike in histories: each is counted, and each must strike. */
export const faultKinds = [
  // Faults of a call or of the network: those of wire-faults.ts, and lasting ones.
  ...(Object.keys(wireFaults) as WireFault[]),
  'offline',
  'lieFi',
  'flapping',
  'lateAnswer',
  'lostBroadcast',
  'deafChannel',
  'closeTab',
  'killTab',
  'killPhone',
  'reloadLoop',
  'update',
  'upgradeCut',
  'oldCode',
  'fiveTabs',
  'freeze',
  'stealInFlight',
  'killInFlight',
  'handOverInFlight',
  'workerDies',
  'wakeCut',
  'gestureTwice',
  'newerPage',
  'clockBack',
  'clockAhead',
  'crashAtCall',
  'storageAbort',
  'quota',
  'connectionLost',
  'eviction',
  'openHangs',
  'openFails',
  'keyLost',
  'foreignRow',
  'unknownProtocol',
  'cursorBack',
  'signOut:send',
  'signOut:keep',
  'signOut:discard',
  'accountSwitch',
  'guestMerge',
  'twoAccounts',
  'sessionEnds',
  'keyReused',
  'serverRestored',
  'outcomesPurged',
  'phoneRestored',
  'profileCopied',
  'guestCopied',
  'copiesMeet',
  'priceChanges',
  'stockChanges',
  'areaCloses',
  'clash',
  'dearer',
  // On a network of coins.
  'paidIn',
  'withdrawn',
  'withdrawalCancelled',
  'reorganised',
  'killedFollowing',
  // At the desks of a store's members.
  'deskWork',
  'membershipEnds',
  // Acts of a person on an intent that did not simply go through.
  'agreed',
  'givenUp',
  'takenBack',
  'restored',
  'askedAgain',
  'exported',
  'imported',
  'allMeet',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** One intent of a gesture, as the harness remembers it: the input of `mutate`, and its answer. */
export interface Asked {
  intentId: string
  name: MutationName
  payload: unknown
  device: number
  tab: number
  /** The possible owners of the screen: everybody whose device it was from the beginning of the call to its end. */
  persons: Set<string>
  /** The order in which the call began and ended, among all those of the history. */
  began: number
  ended: number
  answer: 'saved' | 'refused' | 'failed' | undefined
}

import type { MutationName } from '#contract/registry.ts'
import { wireFaults, type WireFault } from './wire-faults.ts'

/** The ten invariants, and what no invariant names but no history may bring either: a bug that was thrown. */
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

/** What strikes in a history: each is counted, and each must strike. */
export const faultKinds = [
  // What befalls a call, or the network: those of wire-faults.ts, and what lasts.
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
  // What befalls the members of a store.
  'deskWork',
  'membershipEnds',
  // What a person does about an intent that did not simply go through.
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

/** One intent of a gesture, as the harness remembers it: what `mutate` was asked, and what it said. */
export interface Asked {
  intentId: string
  name: MutationName
  payload: unknown
  device: number
  tab: number
  /** Whose screen it was, as far as one can tell: everybody whose device it was from its beginning to its end. */
  persons: Set<string>
  /** In which order it began and ended, among all of the history. */
  began: number
  ended: number
  said: 'saved' | 'refused' | 'failed' | undefined
}

import { seededRandom, type Random } from '#server/seed/random.ts'
import { acts, type ActName } from './acts/all.ts'
import { wireFaults, type WireFault } from './device/wire-faults.ts'

/**
 * One thing that happens in a history. All its own choices come from its seed, so that it can be left out without
 * changing the others'.
 */
export interface Step {
  act: ActName | `wire:${WireFault}`
  phone: number
  /**
   * The time since the step before (virtual ms). 0: at once, after `turns` turns of the event loop, in the middle of
   * the work under way.
   */
  gap: number
  turns: number
  seed: number
}

export interface Plan {
  seed: number
  persons: number
  phones: number
  /** Its persons act for one of its stores, too. */
  staff: boolean
  steps: Step[]
}

/** The ordinary acts, each with its weight beside the others. */
const ordinary = {
  elsewhere: 3,
  pay: 2,
  consent: 6,
  askAgain: 2,
  takeBack: 2,
  shopMoves: 2,
  priceChanges: 2,
  stockChanges: 2,
  look: 2,
  check: 1,
  openTab: 2,
  flush: 2,
  wake: 2,
  want: 1,
  clash: 2,
  dearer: 2,
  exportUnsent: 1,
  importUnsent: 3,
  free: 1,
  accountSwitch: 1,
} satisfies Partial<Record<ActName, number>>
const daily = Object.keys(ordinary) as (keyof typeof ordinary)[]

/** The fewest and the most kinds of ordinary acts in one history. With fewer kinds, each comes more often. */
const KINDS = [6, 14] as const

/**
 * Each history draws its own mix (swarm testing): some kinds of ordinary acts, each with a weight of its own. A kind
 * that keeps another one from happening is then missing in some histories.
 */
function mixOf(random: Random): (keyof typeof ordinary)[] {
  return random
    .some(daily, random.whole(...KINDS))
    .flatMap((name) => Array.from({ length: ordinary[name] * random.whole(1, 4) }, () => name))
}

/** The share of histories in which guest work, sealed rows, a file, consent, purged outcomes and late answers meet. */
const MEETINGS = 0.15

/** The share of histories in which a guest's profile is copied, and the same person signs in on both. */
const GUESTS_COPIED = 0.35

/** The share of histories with acts at the desks of a store. */
const STAFF = 0.3
const atDesks: ReadonlySet<string> = new Set<ActName>(['deskWork', 'saleComes', 'membershipEnds'])

/** The share of histories in which coins come and go on a network. */
const COINS = 0.3
/** Coins have random numbers of their own, which leave the other histories as they were. */
const OF_COINS = 0x5eed
const onNetworks = ['paidIn', 'paidIn', 'withdrawn', 'withdrawn', 'withdrawalCancelled', 'networkGoesOn'] as const
const ofNetworks: ReadonlySet<string> = new Set<ActName>([...onNetworks, 'reorganised'])
/** Acts that histories with desks or coins leave out: they put back or forge rows of persons, and none of stores. */
const notOfStores: ReadonlySet<string> = new Set<ActName>([
  'serverRestored',
  'askedInLostTime',
  'outcomesPurged',
  'meeting',
])

const faults = (Object.keys(acts) as ActName[]).filter(
  (name) =>
    name !== 'gesture' &&
    name !== 'meeting' &&
    name !== 'guestCopied' &&
    !(name in ordinary) &&
    !atDesks.has(name) &&
    !ofNetworks.has(name),
)
const wires = (Object.keys(wireFaults) as WireFault[]).map((name) => `wire:${name}` as const)

function gapOf(random: Random): { gap: number; turns: number } {
  const what = random.next()
  if (what < 0.55) return { gap: 0, turns: random.whole(0, 60) }
  if (what < 0.85) return { gap: random.whole(10, 1_500), turns: 0 }
  if (what < 0.98) return { gap: random.whole(1_500, 8_000), turns: 0 }
  return { gap: random.whole(10_000, 70_000), turns: 0 }
}

/** The history of a seed: nothing of it depends on what happens when it is run. */
export function planOf(seed: number): Plan {
  const random = seededRandom(seed)
  const phones = random.pick([2, 2, 2, 3])
  const persons = random.pick([1, 2, 2])
  const step = (act: Step['act']): Step => ({
    act,
    phone: random.whole(0, phones - 1),
    ...gapOf(random),
    seed: Math.floor(random.next() * 2 ** 32),
  })
  const steps: Step[] = []
  for (let n = random.whole(34, 46); n > 0; n--) steps.push(step('gesture'))
  const mix = mixOf(random)
  for (let n = random.whole(12, 24); n > 0; n--) steps.push(step(random.pick(mix)))
  // Each history has its own few kinds of trouble, and each kind may come more than once; some have hardly any.
  for (const act of random.some<Step['act']>(wires, random.whole(2, 10)))
    for (let n = random.whole(1, 4); n > 0; n--) steps.push(step(act))
  for (const act of random.some<Step['act']>(faults, random.whole(2, 10)))
    for (let n = random.whole(1, 3); n > 0; n--) steps.push(step(act))
  if (random.chance(MEETINGS)) steps.push(step('meeting'))
  const staff = random.chance(STAFF)
  if (staff) {
    for (let n = random.whole(10, 18); n > 0; n--) steps.push(step('deskWork'))
    for (let n = random.whole(1, 3); n > 0; n--) steps.push(step('saleComes'))
    if (random.chance(0.5)) steps.push(step('membershipEnds'))
  }
  const coins = seededRandom(seed ^ OF_COINS)
  const moves = coins.chance(COINS)
  if (moves) {
    for (let n = coins.whole(16, 30); n > 0; n--) steps.push(step(coins.pick(onNetworks)))
    for (let n = coins.whole(6, 12); n > 0; n--) steps.push(step('networkGoesOn'))
    for (let n = coins.whole(1, 5); n > 0; n--) steps.push(step('reorganised'))
  }
  const taken = staff || moves ? steps.filter(({ act }) => !notOfStores.has(act)) : steps
  const shuffled = random.some(taken, taken.length)
  if (random.chance(GUESTS_COPIED)) shuffled.splice(random.whole(0, shuffled.length), 0, step('guestCopied'))
  return { seed, persons, phones, staff, steps: shuffled }
}

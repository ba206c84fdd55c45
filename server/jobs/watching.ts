import { networks } from '#contract/coins/networks.ts'
import type { Db } from '../db/tables/tables.ts'
import type { Deposits } from '../deposits/deposits.ts'
import { eachOf } from '../turns/each-of.ts'
import { followedHeight } from '../deposits/follow.ts'
import type { Reserves } from '../reserves/reserves.ts'
import { reportRound, type Round } from '../turns/rounds.ts'

// The networks are watched by the market itself, or by a process of its own (server/watcher.ts).

/** A proof of reserves is due once a day. The networks are followed by the first one. */
const [PROVE_AFTER, PROVE_EVERY] = [120_000, 600_000]

/** How often a market looks whether another process still watches, and how far that may be behind (ms). */
const [LOOK_EVERY, BEHIND_MS] = [60_000, 600_000]

/** Follows the networks, credits deposits, pays withdrawals, and proves the reserves. */
export const watchingRounds = (deposits: Deposits, reserves: Reserves, now: () => number): Round[] => [
  {
    every: deposits.followEvery,
    work: () => deposits.follow(now()),
    failed: reportRound('Networks could not be followed'),
  },
  ...(deposits.blockSeconds === undefined
    ? []
    : [
        {
          every: deposits.blockSeconds * 1_000,
          work: () => deposits.mine(),
          failed: reportRound('Simulated networks could not go on'),
        },
      ]),
  {
    every: PROVE_EVERY,
    after: PROVE_AFTER,
    work: () => reserves.proveIfDue(now()),
    failed: reportRound('Reserves could not be proven'),
  },
]

/** Looks whether another process watches the networks. */
export const lookingRounds = (db: Db, deposits: Pick<Deposits, 'chainOf'>): Round[] => [
  {
    every: LOOK_EVERY,
    after: LOOK_EVERY,
    work: () => checkWatched(db, deposits),
    failed: reportRound('Nobody knows whether the networks are watched'),
  },
]

/** Reports each network that is not watched, or not fast enough. */
export const checkWatched = (db: Db, { chainOf }: Pick<Deposits, 'chainOf'>): Promise<void> =>
  eachOf(
    networks.flatMap((network) => chainOf(network) ?? []),
    async (chain) => {
      const [{ height }, followed] = [await chain.head(), await followedHeight(db, chain)]
      const most = Math.max(2, BEHIND_MS / 1_000 / chain.blockSeconds)
      if (height - followed > most)
        console.error(
          `${chain.id} is at block ${height}, and was watched up to block ${followed}: is the watcher running?`,
        )
    },
  )

import { stateAt } from '#contract/quotes/rules.ts'
import type { Readers } from '../../read.ts'

/** How many offers wait for the person at a time (Unix ms). */
export const offersWaiting = async ({ user }: Readers, now: number): Promise<number> =>
  (await user.quotes.toArray()).filter(({ shown }) => shown && !shown.deleted && stateAt(shown, now) === 'offered')
    .length

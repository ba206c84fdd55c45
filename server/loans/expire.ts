import { audit, byTimer } from '../audit/audit.ts'
import type { Db } from '../db/tables/tables.ts'
import { readLoan } from './change.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { moveLoan } from './move.ts'

/** The most offers per round; the rest follow in the next. */
const ROUND = 200

/** Ends offers of loans that nobody has answered in their time; returns how many. `now` is Unix ms. */
export async function expireLoans(db: Db, now: number): Promise<number> {
  const late = await db
    .selectFrom('loans')
    .select(['user_id', 'id'])
    .where('state', '=', 'offered')
    .where('until', '<', new Date(now))
    .orderBy('until')
    .limit(ROUND)
    .execute()
  let ended = 0
  for (const { user_id: userId, id } of late)
    ended += await ownerTransaction(db, userId, async (call) => {
      const loan = await readLoan(call.tx, userId, id)
      if (loan?.state !== 'offered' || !loan.until || loan.until.getTime() >= now) return 0
      const { state } = await moveLoan(call, loan, 'expire', now)
      await audit(call.tx, {
        ...byTimer,
        what: 'loan.expire',
        subject: `loan:${id}`,
        before: { state: loan.state },
        after: { state },
      })
      return 1
    })
  return ended
}

import { timingSafeEqual } from 'node:crypto'
import type { Stated } from '#contract/registry.ts'
import { coinOf } from '#contract/coins/assets.ts'
import type { Deposits } from '../deposits/deposits.ts'
import { checkFundPassword } from '../factors/fund-password.ts'
import { ownerTransaction, type OwnerCall } from '../feed/owner-feed.ts'
import { feedStanding } from '../feed/position.ts'
import { withdrawalChange, type WithdrawalRow } from './change.ts'
import { accepted, refused, type Answer, type HandlersFor, type SignedIn } from '../http/handlers.ts'
import type { Passwords } from '../factors/passwords.ts'
import { isCoinTaken } from '../deposits/terms.ts'
import { askIn, readAsk, withdrawalSource, stopHash, type AskParts } from './ask.ts'
import { canStop, moveWithdrawal, readWithdrawal } from './move.ts'

type Written = Stated<'withdraw.ask'>

/** The calls for withdrawing. */
export function withdrawalHandlers(
  deposits: Deposits,
  { passwords, ...parts }: AskParts & { passwords: Passwords },
): HandlersFor<'withdraw.ask' | 'withdraw.cancel' | 'withdraw.stop'> {
  return {
    'withdraw.ask': async (call, ask) => {
      const chain = isCoinTaken(ask.network, coinOf(ask.asset)) ? deposits.payingOf(ask.network) : undefined
      // A repeated call is not judged again: terms may have changed since.
      const read = (await isAsked(call, ask.id)) ? { address: ask.address } : await readAsk(call, chain, ask)
      if ('kind' in read) return read
      const source = await withdrawalSource(call.db, call.user.id, ask.store)
      if ('kind' in source) return source
      const checked = await checkFundPassword(call, passwords, ask.password)
      if ('kind' in checked) return checked
      const { user_id: uid } = source
      return ownerTransaction(call.db, uid, async (own) =>
        answer(own, uid, ask.position, await askIn(own, call, parts, chain!, { ...ask, ...read })),
      )
    },

    'withdraw.cancel': async ({ db, user, now }, { id, store, position }) => {
      const asked = await withdrawalSource(db, user.id, store)
      if ('kind' in asked) return asked
      const { user_id: uid } = asked
      return ownerTransaction(db, uid, async (own) => {
        const source = await withdrawalSource(own.tx, user.id, store)
        if ('kind' in source) return answer(own, uid, position, source)
        const row = await readWithdrawal(own.tx, uid, id)
        return answer(own, uid, position, row ? await cancel(own, row, now()) : refused('notFound'))
      })
    },

    'withdraw.stop': async ({ db, now }, { id, token }) => {
      const found = await db
        .selectFrom('withdrawals')
        .select(['user_id', 'stop_hash'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!found?.stop_hash || !timingSafeEqual(stopHash(token), found.stop_hash)) return refused('notFound')
      return ownerTransaction(db, found.user_id, async (own) => {
        const row = await readWithdrawal(own.tx, found.user_id, id)
        const became = row ? await cancel(own, row, now()) : refused('notFound')
        if (!('kind' in became)) return accepted({})
        own.abandon()
        return became
      })
    },
  }
}

/** Whether the caller has asked for a withdrawal under this id. */
const isAsked = async ({ db, user }: SignedIn, id: string): Promise<boolean> =>
  (await db
    .selectFrom('withdrawals')
    .select('id')
    .where('id', '=', id)
    .where('asked_by', '=', user.id)
    .executeTakeFirst()) !== undefined

/** Cancels a withdrawal; one that is cancelled already stays so. */
async function cancel(
  own: OwnerCall,
  row: WithdrawalRow,
  now: number,
): Promise<WithdrawalRow | ReturnType<typeof refused>> {
  if (row.state === 'cancelled') return row
  return canStop(row) ? moveWithdrawal(own, row, 'cancelled', now) : refused('withdrawalMoved')
}

/** The answer of a change, with the rows that it wrote. */
async function answer(
  own: OwnerCall,
  uid: string,
  position: string | undefined,
  became: WithdrawalRow | ReturnType<typeof refused>,
): Promise<Answer<Written>> {
  if ('kind' in became) {
    own.abandon()
    return became
  }
  // A repeated call has written nothing; its row is as it is now.
  const repeated = became.rev !== own.rev
  if (repeated) own.abandon()
  const rows = repeated ? [withdrawalChange(became)] : own.also
  const { device } = await feedStanding(own.tx, uid, position)
  return accepted({ rows, ...(device !== 'lost' && !repeated && { position: own.position }) })
}

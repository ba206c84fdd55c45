import { accepted, type HandlersFor } from '../../http/handlers.ts'
import { askedWithdrawals } from '../../withdrawals/decide.ts'
import { actOf } from './change.ts'

/** The most withdrawals that the desk shows at once. */
const SHOWN = 100

/** The operator's desk for withdrawals. */
export const operatorWithdrawalHandlers: HandlersFor<'operator.withdrawals' | 'operator.decideWithdrawal'> = {
  'operator.withdrawals': async ({ db }, input) => {
    const found = await askedWithdrawals(db, SHOWN + 1, input)
    const withdrawals = found.slice(0, SHOWN).map((w) => ({
      ...{ id: w.id, email: w.email, network: w.network, asset: w.asset, address: w.address, amount: w.amount },
      ...{ fee: w.fee, state: w.state, txid: w.txid, reason: w.reason, approvals: w.approvals, approved: w.approved },
      ...{ at: w.at.getTime(), readyAt: w.ready_at.getTime(), before: w.before, why: w.why },
    }))
    return accepted({ withdrawals, more: found.length > SHOWN })
  },
  'operator.decideWithdrawal': (call, decision) => actOf(call, { act: 'withdrawal', decision }),
}

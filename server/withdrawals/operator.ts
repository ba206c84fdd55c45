import { coinOf, coinText } from '#contract/coins/assets.ts'
import { WITHDRAWAL_REASON_MAX } from '#contract/withdrawals/rules.ts'
import type { Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables/tables.ts'
import { askedWithdrawals, decideWithdrawal, type WithdrawalToDecide } from './decide.ts'
import { OperatorError } from '../operator/answer.ts'

const LISTED = 100

const describe = ({
  id,
  at,
  email,
  store,
  asset,
  amount,
  network,
  address,
  approvals,
  why,
}: WithdrawalToDecide): string =>
  [
    id.slice(0, 8),
    at.toISOString(),
    store === null ? email : `${email} for ${store}`,
    `${coinText(BigInt(amount), coinOf(asset))} ${asset}`,
    network,
    address,
    `takes ${approvals}`,
    ...(why ? [why] : []),
  ].join('  ')

/** `withdrawal`, `withdrawal agree <id>`, `withdrawal refuse <id> <reason>`. */
export async function operateWithdrawals(
  db: Db,
  [verb, which = '', ...words]: readonly string[],
  now: number,
  actor: Actor,
): Promise<string> {
  const all = await askedWithdrawals(db, LISTED)
  if (verb === undefined) return all.length === 0 ? 'No withdrawal waits for operators.' : all.map(describe).join('\n')
  const some = all.filter(({ id }) => id === which || id.slice(0, 8) === which)
  if (some.length !== 1)
    throw new OperatorError(
      `${some.length === 0 ? 'No withdrawal' : 'More than one'} is called “${which}”. “withdrawal” lists them.`,
    )
  const { id, email } = some[0]!
  const reason = words.join(' ').trim()
  if (verb !== 'agree' && verb !== 'refuse') throw new OperatorError('A withdrawal is agreed to or refused.')
  if (verb === 'refuse' && (reason === '' || reason.length > WITHDRAWAL_REASON_MAX))
    throw new OperatorError(`A refusal has a reason of at most ${WITHDRAWAL_REASON_MAX} characters.`)
  const decision = verb === 'agree' ? { id, agree: true as const } : { id, agree: false as const, reason }
  if (!(await decideWithdrawal(db, decision, now, actor)))
    throw new OperatorError('The withdrawal has moved meanwhile.')
  return verb === 'agree' ? `The withdrawal of ${email} is sent when its time has come.` : `Refused ${email}.`
}

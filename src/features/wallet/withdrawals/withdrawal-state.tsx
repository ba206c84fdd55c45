import { useTranslation } from 'react-i18next'
import { knownOr } from '#contract/wire/open.ts'
import { holdsAmount, withdrawalStates } from '#contract/withdrawals/rules.ts'
import type { WithdrawalItem } from '#localdb/queries/withdrawals.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'

type Stated = Pick<WithdrawalItem, 'state' | 'confirmations' | 'needed'>

/** The state of a withdrawal as it is shown, as far as this app knows it. */
export function withdrawalStateOf({ state, confirmations }: Stated) {
  const known = knownOr(withdrawalStates, state, 'newer')
  return known === 'sent' && confirmations > 0 ? 'confirming' : known
}

/** Whether the amount of a withdrawal is back in the balance. */
export const isGivenBack = ({ state }: Pick<Stated, 'state'>): boolean => state !== 'done' && !holdsAmount(state)

const tones: Partial<Record<ReturnType<typeof withdrawalStateOf>, 'good' | 'warn' | 'bad'>> = {
  waiting: 'warn',
  done: 'good',
  refused: 'bad',
  returned: 'bad',
}

/** The state of a withdrawal in a word or two. */
export function WithdrawalStateText({ withdrawal }: { withdrawal: Stated }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const state = withdrawalStateOf(withdrawal)
  const { confirmations, needed } = withdrawal
  return (
    <Badge tone={tones[state] ?? 'plain'}>
      {t(`withdraw.state.${state}`, { n: number(confirmations), of: number(needed) })}
    </Badge>
  )
}

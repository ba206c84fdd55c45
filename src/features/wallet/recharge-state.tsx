import { useTranslation } from 'react-i18next'
import { knownOr } from '#contract/rules/open.ts'
import { rechargeStates } from '#contract/rules/recharges.ts'
import type { RechargeItem } from '#localdb/queries/recharges.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Badge } from '../../ui/badge.tsx'

/** The state of a recharge that this app knows. */
export const stateOf = ({ state }: RechargeItem) => knownOr(rechargeStates, state, 'newer')

/** The amount that came, or that was claimed while nothing has come (units). */
export const shownUnits = ({ seenAt, amount, claimed }: RechargeItem): bigint =>
  BigInt(seenAt === null ? (claimed?.amount ?? '0') : amount)

const tones = { credited: 'good', dropped: 'bad', invalid: 'bad', expired: 'warn', below: 'warn' } as const

/** The state of a recharge in a word or two. */
export function RechargeState({ recharge }: { recharge: RechargeItem }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const state = stateOf(recharge)
  const { confirmations, needed } = recharge
  return (
    <Badge tone={state in tones ? tones[state as keyof typeof tones] : 'plain'}>
      {t(`recharge.state.${state}`, { n: number(confirmations), of: number(needed) })}
    </Badge>
  )
}

import { useTranslation } from 'react-i18next'
import { knownOr } from '#contract/wire/open.ts'
import { rechargeStates } from '#contract/deposits/recharges.ts'
import type { RechargeItem } from '#localdb/queries/deposits.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'

/** The state of a recharge, as far as this app knows it. */
export const rechargeStateOf = ({ state }: RechargeItem) => knownOr(rechargeStates, state, 'newer')

/** The amount that arrived, or the claimed one while none has (units). */
export const shownUnits = ({ seenAt, amount, claimed }: RechargeItem): bigint =>
  BigInt(seenAt === null ? (claimed?.amount ?? '0') : amount)

const tones: Partial<Record<ReturnType<typeof rechargeStateOf>, 'good' | 'warn' | 'bad'>> = {
  credited: 'good',
  dropped: 'bad',
  invalid: 'bad',
  expired: 'warn',
  below: 'warn',
}

/** The state of a recharge in a word or two. */
export function RechargeStateText({ recharge }: { recharge: RechargeItem }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const state = rechargeStateOf(recharge)
  const { confirmations, needed } = recharge
  return (
    <Badge tone={tones[state] ?? 'plain'}>
      {t(`recharge.state.${state}`, { n: number(confirmations), of: number(needed) })}
    </Badge>
  )
}

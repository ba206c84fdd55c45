import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { coinText } from '#contract/coins/assets.ts'
import { networkName } from '#contract/coins/networks.ts'
import type { WithdrawalItem } from '#localdb/queries/withdrawals.ts'
import { useReachable } from '../../../data/use-status.ts'
import { typedCoins } from '../../../parts/forms/typed-coins.ts'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { useErrors } from '../../../parts/forms/use-errors.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { WithdrawalAddressField } from './address-field.tsx'
import { loadAddressCheck, useAddressFaultText } from './use-address-check.ts'
import { comparedAddresses } from './used-addresses.ts'
import type { WithdrawMethod } from '../use-withdrawing.ts'
import { amountFault, useAmountFaultText } from '../withdraw-amount.ts'
import { WithdrawSums } from './withdraw-sums.tsx'
import type { CheckedWithdrawal, FormFaults, WithdrawDraft } from './withdraw-steps.ts'
import styles from '../wallet.module.css'

const fields = ['address', 'amount'] as const

interface WithdrawFormProps {
  method: WithdrawMethod
  /** Units. */
  balance: bigint
  items: readonly WithdrawalItem[]
  form: { draft: WithdrawDraft; change(next: (draft: WithdrawDraft) => WithdrawDraft): void }
  /** The faults with which the person comes back from the review; undefined where they come from elsewhere. */
  faults: FormFaults | undefined
  onChecked(checked: CheckedWithdrawal): void
}

/** Where a withdrawal goes, and how much; all of it is checked on the device. */
export function WithdrawForm(props: WithdrawFormProps) {
  const { t } = useTranslation()
  const { method, balance, items, form } = props
  const { coin, network, asset, minimum, test } = method
  const reachable = useReachable()
  const coins = useCoins()
  const amount = useRef<HTMLInputElement>(null)
  const { heading, errors, submit, failure, units } = useWithdrawForm(props)
  const write = (changed: Partial<WithdrawDraft>) => form.change((now) => ({ ...now, ...changed }))
  const { ref: amountRef, ...bound } = errors.bind('amount', form.draft.amount, (text) => write({ amount: text }))
  // Shown while it is typed: unlike too little, it cannot become right.
  const short = units !== undefined && units > balance ? t('refusals.insufficientBalance') : undefined
  return (
    <Card className={styles.form}>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {t('withdraw.title', { coin, network: networkName(network) })}
        </h2>
        {test && <Badge tone="warn">{t('mine.testMoney')}</Badge>}
      </div>
      {!reachable && <Notice tone="warn">{t('withdraw.offline')}</Notice>}
      <form className={styles.form} noValidate autoComplete="off" onSubmit={(e) => void submit(e)}>
        <WithdrawalAddressField
          method={method}
          items={items}
          value={form.draft.address}
          onChange={(address) => {
            write({ address })
            errors.clear('address')
          }}
          onChosen={() => amount.current?.focus()}
          {...errors.of('address')}
        />
        <Field
          label={t('recharge.amount', { coin })}
          hint={t('withdraw.least', { coins: coins(minimum, asset) })}
          inputMode="decimal"
          maxLength={40}
          required
          end={
            <Button kind="quiet" onClick={() => bound.onChange({ target: { value: coinText(balance, coin) } })}>
              {t('withdraw.max')}
            </Button>
          }
          {...bound}
          error={bound.error ?? short}
          ref={(input) => {
            amount.current = input
            amountRef(input)
          }}
        />
        <WithdrawSums method={method} balance={balance} units={units ?? 0n} />
        {failure !== undefined && (
          <Notice tone="bad" urgent>
            {failure}
          </Notice>
        )}
        <Button type="submit" wide>
          {t('withdraw.goOn')}
        </Button>
      </form>
    </Card>
  )
}

/** The form's errors, and its submission. */
function useWithdrawForm({ method, balance, items, form: { draft }, faults, onChecked }: WithdrawFormProps) {
  const { t } = useTranslation()
  const errors = useErrors(fields)
  const heading = useRef<HTMLHeadingElement>(null)
  const addressText = useAddressFaultText(method)
  const amountText = useAmountFaultText(method)
  const [failure, setFailure] = useState<string>()
  const begun = useEffectEvent(() => {
    if (faults && !errors.show(faults)) heading.current?.focus()
  })
  useEffect(() => begun(), [])
  const units = typedCoins(draft.amount, method.coin)
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    setFailure(undefined)
    const check = await loadAddressCheck()
    if (!check) return setFailure(t('withdraw.noCheck'))
    const found = check(method, draft.address, comparedAddresses(items, method.network))
    const wrongAddress = addressText(found)
    const wrongAmount = amountText(amountFault(units, method, balance))
    const wrong = errors.show({
      ...(wrongAddress !== undefined && { address: wrongAddress }),
      ...(wrongAmount !== undefined && { amount: wrongAmount }),
    })
    if (!wrong && 'address' in found && units !== undefined)
      onChecked({ address: found.address, units, lookalike: found.lookalike })
  }
  return { heading, errors, submit, failure, units }
}

import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { links } from '../../../links/links.ts'
import { useCall, type Failed } from '../../../data/use-call.ts'
import { typedCoins } from '../../../parts/forms/typed-coins.ts'
import { CopyText } from '../../../parts/format/copy-text.tsx'
import { useErrors } from '../../../parts/forms/use-errors.ts'
import { useFailureText } from '../../../parts/failures/use-failure-text.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import type { Method } from '../use-methods.ts'
import { usePayment } from './use-payment.ts'
import styles from '../wallet.module.css'

/** The delays to choose from (blocks). */
const LATER = ['0', '10', '60'] as const
type Later = (typeof LATER)[number]

/** A wallet that sends test coins on a simulated network, so that anybody can try a deposit. */
export function SimulatedWallet({ method: { coin, network }, address }: { method: Method; address: string }) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const { call, busy } = useCall('simulated.send')
  const errors = useErrors(['to', 'amount'])
  const back = usePayment()
  const [to, setTo] = useState(address)
  const [amount, setAmount] = useState('')
  const [later, setLater] = useState<Later>('0')
  const [sent, setSent] = useState<string>()
  const [failure, setFailure] = useState<Failed>()
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const units = typedCoins(amount, coin) ?? 0n
    const wrong = errors.show({
      ...(to.trim() === '' && { to: t('recharge.wallet.wrongAddress') }),
      ...(units <= 0n && { amount: t('recharge.wrongAmount', { coin }) }),
    })
    if (wrong) return
    const outcome = await call({ network, coin, to: to.trim(), amount: String(units), later: Number(later) })
    setFailure(outcome.kind === 'accepted' ? undefined : outcome)
    setSent(outcome.kind === 'accepted' ? outcome.data.txid : undefined)
  }
  return (
    <Card className={styles.form}>
      <h2 className={styles.coin}>{t('recharge.wallet.title')}</h2>
      <p className={styles.soft}>{t('recharge.wallet.hint')}</p>
      <form className={styles.form} noValidate onSubmit={(e) => void submit(e)}>
        <Field label={t('recharge.wallet.to')} autoComplete="off" maxLength={100} {...errors.bind('to', to, setTo)} />
        <Field
          label={t('recharge.amount', { coin })}
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          {...errors.bind('amount', amount, setAmount)}
        />
        <Select<Later>
          label={t('recharge.wallet.when')}
          value={later}
          choices={LATER.map((value) => ({ value, label: t(`recharge.wallet.after.${value}`) }))}
          onChange={setLater}
        />
        <Button type="submit" wide busy={busy}>
          {t('recharge.wallet.send')}
        </Button>
      </form>
      <div role="status" className={styles.form}>
        {failure && <Notice tone="warn">{failureText(failure)}</Notice>}
        {sent !== undefined && (
          <>
            <Notice tone="good">{t('recharge.wallet.sent')}</Notice>
            <p className={styles.text} dir="ltr">
              <CopyText text={sent} label={`${t('recharge.copyTxid')}: ${sent}`} copied={t('recharge.copiedTxid')} />
            </p>
            <ButtonLink kind="secondary" href={links.recharge({ coin, network, claim: sent, back })}>
              {t('recharge.wallet.claim')}
            </ButtonLink>
          </>
        )}
      </div>
    </Card>
  )
}

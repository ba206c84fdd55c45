import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { networkName, readTxid } from '#contract/coins/networks.ts'
import { CLAIM_PICTURES_MAX, rechargeKey } from '#contract/deposits/recharges.ts'
import { links } from '../../../links/links.ts'
import { useMutate } from '../../../data/use-mutate.ts'
import { useReachable } from '../../../data/use-status.ts'
import { typedCoins } from '../../../parts/forms/typed-coins.ts'
import { PicturePicker } from '../../../parts/pictures/picture-picker.tsx'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { useErrors } from '../../../parts/forms/use-errors.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import type { Method } from '../use-methods.ts'
import { usePayment } from './use-payment.ts'
import styles from '../wallet.module.css'

const fields = ['txid', 'amount'] as const

/** The form that claims a payment; the claim is kept on the device, and sent once it is online. */
export function RechargeClaim({ method, txid }: { method: Method; txid: string }) {
  const { t } = useTranslation()
  const { coin, network, asset } = method
  const mutate = useMutate()
  const reachable = useReachable()
  const [, navigate] = useLocation()
  const back = usePayment()
  const errors = useErrors(fields)
  const empty = { txid, amount: '', pictures: [] as string[] }
  const { draft, change, forget } = useDraft(`claim ${asset} ${network} ${txid}`, empty)
  const bind = (field: (typeof fields)[number]) =>
    errors.bind(field, draft[field], (text) => change((now) => ({ ...now, [field]: text })))
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const id = readTxid(draft.txid)
    const units = typedCoins(draft.amount, coin) ?? 0n
    const wrong = errors.show({
      ...(!id && { txid: t('recharge.wrongTxid') }),
      ...(units <= 0n && { amount: t('recharge.wrongAmount', { coin }) }),
    })
    if (wrong || !id) return
    const claim = { network, asset, txid: id, amount: String(units), pictures: draft.pictures }
    const done = t(reachable ? 'recharge.claimSent' : 'recharge.claimKept')
    if (!(await mutate('recharge.claim', claim, { text: done, kind: 'good' }))) return
    forget()
    navigate(links.rechargeDetail(rechargeKey({ network, txid: id, coin }), back), { replace: true })
  }
  return (
    <Card className={styles.form}>
      <h2 className={styles.title}>{t('recharge.claim', { coin, network: networkName(network) })}</h2>
      <form className={styles.form} noValidate onSubmit={(e) => void submit(e)}>
        <Field
          label={t('recharge.txid')}
          hint={t('recharge.txidHint')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          required
          {...bind('txid')}
        />
        <Field
          label={t('recharge.amount', { coin })}
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          required
          {...bind('amount')}
        />
        <Notice>{t('recharge.truthful')}</Notice>
        <PicturePicker
          files={draft.pictures}
          most={CLAIM_PICTURES_MAX}
          onChange={(next) => change((now) => ({ ...now, pictures: next(now.pictures) }))}
        />
        <Button type="submit" wide>
          {t('recharge.sendClaim')}
        </Button>
      </form>
    </Card>
  )
}

import ReceiptText from 'lucide-react/icons/receipt-text'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { billingFields, billingLength, billingText, type BillingField } from '#contract/invoices/billing.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { useBilling, type BillingTexts } from '../../parts/invoices/use-billing.ts'
import { useDraft } from '../../parts/forms/use-draft.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { GrowingField } from '../../ui/controls/growing-field.tsx'
import { ListRow } from '../../ui/blocks/list.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import styles from './setting.module.css'

/** How the person's invoices name them, and the sheet in which it is changed; without a network, too. */
export function BillingRow({ uid }: { uid: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const billed = useBilling()
  return (
    <ListRow
      icon={<ReceiptText />}
      title={t('settings.billing')}
      end={billed?.company || billed?.taxNumber}
      onPress={() => setOpen(true)}
    >
      <Sheet open={open} onClose={() => setOpen(false)} title={t('settings.billing')}>
        {billed ? (
          <Form key={JSON.stringify(billed)} uid={uid} billed={billed} onDone={() => setOpen(false)} />
        ) : (
          <Skeleton height="16rem" />
        )}
      </Sheet>
    </ListRow>
  )
}

function Form({ uid, billed, onDone }: { uid: string; billed: BillingTexts; onDone(): void }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const mutate = useMutate()
  const { draft, change, forget } = useDraft<BillingTexts>(`billing ${uid}`, billed)
  const [wrong, setWrong] = useState<readonly BillingField[]>([])
  const save = async (e: FormEvent) => {
    e.preventDefault()
    const clean = billingFields.map((field) => [field, billingText(field, draft[field])] as const)
    const faults = clean.flatMap(([field, text]) => (text === undefined ? [field] : []))
    setWrong(faults)
    if (faults.length > 0) return
    const texts = Object.fromEntries(clean) as BillingTexts
    const same = billingFields.every((field) => texts[field] === billed[field])
    if (!same && !(await mutate('billing.set', texts, { text: t('settings.billingSaved'), kind: 'good' }))) return
    forget()
    onDone()
  }
  const bind = (field: BillingField) => ({
    value: draft[field],
    maxLength: billingLength(field),
    error: wrong.includes(field) ? t('settings.billingWrong', { max: number(billingLength(field)) }) : undefined,
  })
  const put = (field: BillingField) => (text: string) => change((now) => ({ ...now, [field]: text }))
  // The browser's form history is off: it would store in clear, on the disk, what is sealed here.
  return (
    <form className={styles.ways} noValidate autoComplete="off" onSubmit={(e) => void save(e)}>
      <p className={styles.hint}>{t('settings.billingText')}</p>
      <Field
        label={t('settings.billingCompany')}
        autoComplete="off"
        {...bind('company')}
        onChange={(e) => put('company')(e.target.value)}
      />
      <Field
        label={t('settings.billingTaxNumber')}
        autoComplete="off"
        {...bind('taxNumber')}
        onChange={(e) => put('taxNumber')(e.target.value)}
      />
      <GrowingField
        label={t('settings.billingAddress')}
        hint={t('settings.billingAddressHint')}
        {...bind('address')}
        onChange={put('address')}
      />
      <Button type="submit" wide>
        {t('settings.billingSave')}
      </Button>
    </form>
  )
}

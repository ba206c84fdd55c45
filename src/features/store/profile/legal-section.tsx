import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { invoiceNumber } from '#contract/invoices/rules.ts'
import { blankLegal, LEGAL_MAX, legalText, type LegalField, type StoreLegal } from '#contract/invoices/legal.ts'
import { readStoreNotice } from '#localdb/queries/stores/centre.ts'
import { useStoreLive, useStoreMutate } from '../../../data/stores/use-store.ts'
import { useStore } from '../../../parts/stores/open-desk.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import styles from '../centre.module.css'
import { readLegal } from './read-legal.ts'
import { TextArea } from '../text-area.tsx'

/** How the store's next invoices name its business, and the prefix of their numbers. */
export function LegalSection() {
  const { t } = useTranslation()
  const notice = useStoreLive(readStoreNotice)
  const legal = { ...blankLegal, ...notice?.legal }
  return (
    <Section title={t('centre.legal')}>
      {notice ? <Form key={JSON.stringify(legal)} legal={legal} /> : <Skeleton height="26rem" />}
    </Section>
  )
}

function Form({ legal }: { legal: StoreLegal }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const mutate = useStoreMutate()
  const { storeId } = useStore()
  const [draft, setDraft] = useState(legal)
  const [faults, setFaults] = useState<ReadonlySet<LegalField>>(new Set())
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (faults.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [faults])
  const save = async (e: FormEvent) => {
    e.preventDefault()
    const read = readLegal(draft, legal)
    setFaults(read.faults)
    if (read.change) await mutate('store.legal', read.change, { text: t('centre.saved'), kind: 'good' })
  }
  const bind = (field: LegalField) => ({
    value: draft[field],
    maxLength: LEGAL_MAX[field],
    error: faults.has(field)
      ? t(field === 'prefix' ? 'centre.legalPrefixWrong' : 'centre.legalTextWrong', { max: number(LEGAL_MAX[field]) })
      : undefined,
  })
  const put = (field: LegalField) => (text: string) => setDraft((now) => ({ ...now, [field]: text }))
  const prefix = legalText('prefix', draft.prefix) ?? ''
  const example = invoiceNumber({ kind: 'invoice', test: false, prefix, storeId, n: 1 })
  return (
    <Card>
      <form ref={form} className={styles.form} noValidate onSubmit={(e) => void save(e)}>
        <p className={styles.soft}>{t('centre.legalText')}</p>
        <Field
          label={t('centre.legalName')}
          hint={t('centre.legalNameHint')}
          autoComplete="organization"
          {...bind('name')}
          onChange={(e) => put('name')(e.target.value)}
        />
        <TextArea label={t('centre.legalAddress')} {...bind('address')} onChange={put('address')} />
        <Field
          label={t('centre.legalTaxNumber')}
          hint={t('centre.legalTaxNumberHint')}
          autoComplete="off"
          {...bind('taxNumber')}
          onChange={(e) => put('taxNumber')(e.target.value)}
        />
        <Field
          label={t('centre.legalPrefix')}
          hint={t('centre.legalPrefixHint', { number: `\u2066${example}\u2069` })}
          autoComplete="off"
          dir="ltr"
          {...bind('prefix')}
          onChange={(e) => put('prefix')(e.target.value)}
        />
        <Button type="submit" wide>
          {t('centre.save')}
        </Button>
      </form>
    </Card>
  )
}

import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { LEAST_AMOUNT_MAX, LEAST_PIECES_MAX } from '#contract/stores/least-order.ts'
import { decimalOf } from '#contract/currencies/money.ts'
import type { StoreNotice } from '#contract/sync/schema-store-rows.ts'
import { readStoreNotice } from '#localdb/queries/stores/centre.ts'
import { useStoreLive, useStoreMutate } from '../../../data/stores/use-store.ts'
import { countTyped } from '../../../parts/forms/typed-number.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import styles from '../centre.module.css'
import { typedAmount } from '../../../parts/forms/typed-price.ts'

type Terms = NonNullable<StoreNotice['terms']>
const kinds = ['none', 'pieces', 'amount'] as const
type Kind = (typeof kinds)[number]

/** The minimum of one order at the store: pieces, an amount, or nothing. */
export function LeastSection() {
  const { t } = useTranslation()
  const terms = useStoreLive(readStoreNotice)?.terms
  // A row from an older server has no `least`; the next row brings it.
  return (
    <Section title={t('centre.least')}>
      {terms?.least ? (
        <Form
          key={`${terms.currency}/${terms.least.pieces}/${terms.least.amount}`}
          least={terms.least}
          currency={terms.currency}
        />
      ) : (
        <Skeleton height="11rem" />
      )}
    </Section>
  )
}

function Form({ least, currency }: { least: NonNullable<Terms['least']>; currency: string }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const mutate = useStoreMutate()
  const [kind, setKind] = useState<Kind>(least.pieces ? 'pieces' : least.amount ? 'amount' : 'none')
  const [pieces, setPieces] = useState(least.pieces ? String(least.pieces) : '')
  const [amount, setAmount] = useState(least.amount ? decimalOf(least.amount, currency) : '')
  const [wrong, setWrong] = useState(false)
  const save = async (e: FormEvent) => {
    e.preventDefault()
    const n = kind === 'pieces' ? countTyped(pieces) : typedAmount(amount, currency) || undefined
    const none = kind === 'none'
    const bad = !none && (n === undefined || n > (kind === 'pieces' ? LEAST_PIECES_MAX : LEAST_AMOUNT_MAX))
    setWrong(bad)
    if (bad) return
    const payload = {
      pieces: kind === 'pieces' ? (n ?? null) : null,
      amount: kind === 'amount' ? (n ?? null) : null,
    }
    await mutate('store.least', payload, { text: t('centre.saved'), kind: 'good' })
  }
  return (
    <Card>
      <form className={styles.form} onSubmit={(e) => void save(e)}>
        <Select
          label={t('centre.leastWhat')}
          value={kind}
          choices={kinds.map((value) => ({ value, label: t(`centre.leastOf.${value}`) }))}
          onChange={(chosen) => {
            setKind(chosen)
            setWrong(false)
          }}
        />
        {kind === 'pieces' && (
          <Field
            label={t('centre.leastPieces')}
            inputMode="numeric"
            dir="ltr"
            autoComplete="off"
            value={pieces}
            error={wrong ? t('centre.leastPiecesWrong', { max: number(LEAST_PIECES_MAX) }) : undefined}
            onChange={(e) => setPieces(e.target.value)}
          />
        )}
        {kind === 'amount' && (
          <Field
            label={t('centre.leastAmount', { currency })}
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            value={amount}
            error={wrong ? t('centre.shippingWrong') : undefined}
            onChange={(e) => setAmount(e.target.value)}
          />
        )}
        <Button type="submit" wide>
          {t('centre.save')}
        </Button>
      </form>
    </Card>
  )
}

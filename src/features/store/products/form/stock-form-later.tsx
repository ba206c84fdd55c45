import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GOODS_STOCK_MAX } from '#contract/products/rules.ts'
import { useStoreMutateAll, type StoreAct } from '../../../../data/stores/use-store.ts'
import { countTyped } from '../../../../parts/forms/typed-number.ts'
import { useFormat } from '../../../../parts/format/use-format.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Field } from '../../../../ui/controls/field.tsx'
import { Select } from '../../../../ui/controls/select.tsx'
import styles from '../../centre.module.css'

const ways = ['add', 'take', 'count'] as const
type Way = (typeof ways)[number]

interface StockFormProps {
  id: string
  sku: string
  /** How many are there. */
  now: number
  done(): void
}

/** Changes what is on the shelf of one choice: by so many more or fewer, or to what was counted. */
export function StockForm({ id, sku, now, done }: StockFormProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const mutateAll = useStoreMutateAll()
  // Counted is what was on the shelf when the counting began, whatever buyers take while it is typed.
  const [at] = useState(() => Date.now())
  const [way, setWay] = useState<Way>('add')
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const save = async () => {
    const num = way === 'count' && /^\s*[0٠۰]\s*$/.test(text) ? 0 : countTyped(text)
    if (num === undefined || num > GOODS_STOCK_MAX) return setError(t('storeGoods.fault.badNumber'))
    if (way === 'take' && num > now) return setError(t('refusals.shelfShort', { available: number(now) }))
    const act: StoreAct =
      way === 'count'
        ? { name: 'goods.count', payload: { id, sku, num, at } }
        : { name: 'goods.stock', payload: { id, sku, by: way === 'add' ? num : -num } }
    if (await mutateAll([act], { text: t('storeGoods.saved'), kind: 'good' })) done()
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        void save()
      }}
    >
      <p>{t('storeGoods.stockOf', { n: number(now) })}</p>
      <Select
        label={t('storeGoods.what')}
        value={way}
        choices={ways.map((value) => ({ value, label: t(`storeGoods.way.${value}`) }))}
        onChange={(chosen) => {
          setWay(chosen)
          setError(undefined)
        }}
      />
      <Field
        label={t('storeGoods.howMany')}
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        value={text}
        error={error}
        hint={way === 'count' ? t('storeGoods.countHint') : undefined}
        onChange={(e) => {
          setText(e.target.value)
          setError(undefined)
        }}
      />
      <Button type="submit" wide>
        {t('storeGoods.save')}
      </Button>
    </form>
  )
}

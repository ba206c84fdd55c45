import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { GOODS_LABEL_MAX, GOODS_SKU_MAX, GOODS_VARIANTS_MAX } from '#contract/products/rules.ts'
import { useFormat } from '../../../../parts/format/use-format.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Field } from '../../../../ui/controls/field.tsx'
import styles from '../../centre.module.css'
import type { DraftChoice } from './goods-draft.ts'
import { useImportFaultText } from './use-fault-text.ts'
import type { GoodsForm } from './use-goods-form.ts'

/** The choices of a product, such as sizes or colours. Each has its own code, which identifies it permanently. */
export function GoodsChoices({ form: { draft, faults, fresh, put } }: { form: GoodsForm }) {
  const { t } = useTranslation()
  const faultText = useImportFaultText()
  const { choices } = draft
  const set = (key: string, part: Partial<DraftChoice>) =>
    put({ choices: choices.map((choice) => (choice.key === key ? { ...choice, ...part } : choice)) })
  const wrong = faults['variant'] ?? faults['label'] ?? faults['extra'] ?? faults['variantweight']
  return (
    <div className={styles.form}>
      {choices.length === 0 && <p className={styles.soft}>{t('storeGoods.noChoices')}</p>}
      {choices.map((choice, n) => (
        <Choice
          key={choice.key}
          choice={choice}
          place={n}
          fresh={fresh}
          error={faultText(faults[`stock.${n}`])}
          onChange={(part) => set(choice.key, part)}
          onRemove={() => put({ choices: choices.filter(({ key }) => key !== choice.key) })}
        />
      ))}
      <p className={styles.bad} aria-live="polite">
        {faultText(wrong)}
      </p>
      {choices.length < GOODS_VARIANTS_MAX && (
        <Button
          kind="quiet"
          small
          className={styles.start}
          icon={<Plus />}
          onClick={() =>
            put({
              choices: [
                ...choices,
                { key: crypto.randomUUID(), known: false, sku: '', label: {}, extra: '', weight: '', stock: '' },
              ],
            })
          }
        >
          {t('storeGoods.choiceAdd')}
        </Button>
      )}
    </div>
  )
}

interface ChoiceProps {
  choice: DraftChoice
  /** Counted from 0. */
  place: number
  /** The product is new. */
  fresh: boolean
  /** The error text for its stock. */
  error: string | undefined
  onChange(part: Partial<DraftChoice>): void
  onRemove(): void
}

function Choice({ choice, place, fresh, error, onChange, onRemove }: ChoiceProps) {
  const { t } = useTranslation()
  const { number, locale } = useFormat()
  // It is named in the member's language, or in the one that it has.
  const [had] = Object.keys(choice.label)
  const language = choice.label[locale] === undefined && had !== undefined ? had : locale
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>
        {textIn(choice.label, locale) || t('storeGoods.choiceN', { n: number(place + 1) })}
      </legend>
      <Field
        label={t('storeGoods.label')}
        lang={language}
        maxLength={GOODS_LABEL_MAX}
        value={choice.label[language] ?? ''}
        onChange={(e) => onChange({ label: { ...choice.label, [language]: e.target.value } })}
      />
      <div className={styles.pair}>
        <Field
          label={t('storeGoods.sku')}
          dir="ltr"
          autoComplete="off"
          maxLength={GOODS_SKU_MAX}
          value={choice.sku}
          readOnly={choice.known}
          onChange={(e) => onChange({ sku: e.target.value })}
        />
        <Field
          label={t('storeGoods.extra')}
          inputMode="decimal"
          dir="ltr"
          placeholder="0"
          value={choice.extra}
          onChange={(e) => onChange({ extra: e.target.value })}
        />
        <Field
          label={t('storeGoods.weight')}
          inputMode="numeric"
          dir="ltr"
          placeholder={t('storeGoods.weightOfAll')}
          value={choice.weight ?? ''}
          onChange={(e) => onChange({ weight: e.target.value })}
        />
        {fresh && (
          <Field
            label={t('storeGoods.pieces')}
            inputMode="numeric"
            dir="ltr"
            placeholder="0"
            value={choice.stock}
            error={error}
            onChange={(e) => onChange({ stock: e.target.value })}
          />
        )}
      </div>
      <Button kind="quiet" small className={styles.start} onClick={onRemove}>
        {t('storeGoods.choiceRemove')}
      </Button>
    </fieldset>
  )
}

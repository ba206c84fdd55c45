import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import {
  GOODS_ATTRIBUTE_NAME_MAX,
  GOODS_ATTRIBUTE_VALUE_MAX,
  GOODS_ATTRIBUTES_MAX,
  type GoodsFields,
} from '#contract/products/rules.ts'
import { useFormat } from '../../../../parts/format/use-format.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Field } from '../../../../ui/controls/field.tsx'
import { IconButton } from '../../../../ui/controls/icon-button.tsx'
import styles from '../../centre.module.css'

type Attributes = GoodsFields['attributes']

/** The attributes of a product, such as its material and size: pairs of a name and a value. */
export function GoodsAttributes({
  attributes,
  error,
  onChange,
}: {
  attributes: Attributes
  error: string | undefined
  onChange(attributes: Attributes): void
}) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const set = (i: number, part: Partial<Attributes[number]>) =>
    onChange(attributes.map((one, n) => (n === i ? { ...one, ...part } : one)))
  return (
    <>
      {attributes.map(({ name, value }, n) => (
        // oxlint-disable-next-line react/no-array-index-key -- two may be called the same while they are typed
        <div key={n} className={styles.step}>
          <Field
            label={t('storeGoods.attribute')}
            placeholder={t('storeGoods.attributeLike')}
            maxLength={GOODS_ATTRIBUTE_NAME_MAX}
            value={name}
            error={n === attributes.length - 1 ? error : undefined}
            onChange={(e) => set(n, { name: e.target.value })}
          />
          <Field
            label={t('storeGoods.value')}
            placeholder={t('storeGoods.valueLike')}
            maxLength={GOODS_ATTRIBUTE_VALUE_MAX}
            value={value}
            onChange={(e) => set(n, { value: e.target.value })}
          />
          <IconButton
            label={t('storeGoods.attributeRemove', { n: number(n + 1) })}
            icon={<X />}
            onClick={() => onChange(attributes.filter((_, i) => i !== n))}
          />
        </div>
      ))}
      {attributes.length < GOODS_ATTRIBUTES_MAX && (
        <Button
          kind="quiet"
          small
          className={styles.start}
          icon={<Plus />}
          onClick={() => onChange([...attributes, { name: '', value: '' }])}
        >
          {t('storeGoods.attributeAdd')}
        </Button>
      )}
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { GOODS_BRAND_MAX } from '#contract/products/rules.ts'
import { CODE_MAX } from '#contract/wire/limits.ts'
import { useRefusalText } from '../../../../parts/failures/use-failure-text.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Card, Section } from '../../../../ui/blocks/card.tsx'
import { Field } from '../../../../ui/controls/field.tsx'
import { Notice } from '../../../../ui/blocks/notice.tsx'
import { CategoryField } from '../category-field.tsx'
import styles from '../../centre.module.css'
import { GoodsAttributes } from './goods-attributes.tsx'
import { GoodsChoices } from './goods-choices.tsx'
import { GoodsPictures } from './goods-pictures.tsx'
import { GoodsPrices } from './goods-prices.tsx'
import { GoodsWords } from './goods-words.tsx'
import { useImportFaultText } from './use-fault-text.ts'
import type { GoodsForm } from './use-goods-form.ts'

export const FORM = 'product'

/** The whole form of a product. It works offline; typed values stay until they are saved. */
export function GoodsFormFields({ form, ref }: { form: GoodsForm; ref: React.Ref<HTMLFormElement> }) {
  const { t } = useTranslation()
  const faultText = useImportFaultText()
  const refusalText = useRefusalText()
  const { draft, faults, put, save, fresh } = form
  return (
    <form
      ref={ref}
      id={FORM}
      className={styles.page}
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        void save()
      }}
    >
      {form.refused && (
        <Notice
          tone="bad"
          action={
            <Button kind="quiet" small onClick={() => void form.refused?.discard()}>
              {t('storeGoods.discard')}
            </Button>
          }
        >
          {t('storeGoods.refused')} · {refusalText(form.refused.refusal)}
        </Notice>
      )}
      <Section title={t('storeGoods.words')}>
        <Card>
          <GoodsWords draft={draft} faults={faults} put={put} />
        </Card>
      </Section>
      <Section title={t('storeGoods.pictures')}>
        <Card>
          <GoodsPictures
            pictures={draft.pictures}
            onChange={(next) => form.change((now) => ({ ...now, pictures: next(now.pictures) }))}
          />
        </Card>
      </Section>
      <Section title={t('storeGoods.prices')}>
        <Card>
          <GoodsPrices form={form} />
        </Card>
      </Section>
      <Section title={t('storeGoods.choices')}>
        <Card>
          <GoodsChoices form={form} />
        </Card>
      </Section>
      {fresh && draft.choices.length === 0 && (
        <Section title={t('storeGoods.stock')}>
          <Card>
            <Field
              label={t('storeGoods.pieces')}
              inputMode="numeric"
              value={draft.stock}
              placeholder="0"
              error={faultText(faults['stock'])}
              onChange={(e) => put({ stock: e.target.value })}
            />
          </Card>
        </Section>
      )}
      <About form={form} />
    </form>
  )
}

/** The category, code, brand and attributes of a product. */
function About({ form: { draft, faults, put } }: { form: GoodsForm }) {
  const { t } = useTranslation()
  const faultText = useImportFaultText()
  return (
    <Section title={t('storeGoods.about')}>
      <Card>
        <div className={styles.form}>
          <CategoryField
            value={draft.categoryId}
            error={faultText(faults['category'])}
            onChange={(categoryId) => put({ categoryId })}
          />
          <div className={styles.pair}>
            <Field
              label={t('storeGoods.code')}
              hint={t('storeGoods.codeHint')}
              dir="ltr"
              maxLength={CODE_MAX}
              autoComplete="off"
              value={draft.code}
              error={faultText(faults['code'])}
              onChange={(e) => put({ code: e.target.value })}
            />
            <Field
              label={t('storeGoods.brand')}
              maxLength={GOODS_BRAND_MAX}
              autoComplete="off"
              value={draft.brand}
              error={faultText(faults['brand'])}
              onChange={(e) => put({ brand: e.target.value })}
            />
          </div>
          <GoodsAttributes
            attributes={draft.attributes}
            error={faultText(faults['attributes'])}
            onChange={(attributes) => put({ attributes })}
          />
        </div>
      </Card>
    </Section>
  )
}

import { useTranslation } from 'react-i18next'
import { blankGoods, type GoodsFields } from '#contract/products/rules.ts'
import { sellingCurrency } from '#localdb/queries/products/product.ts'
import { useStoreLive } from '../../../../data/stores/use-store.ts'
import { Screen } from '../../../../parts/screen/screen.tsx'
import { useMoney } from '../../../../parts/money/use-money.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { Skeleton } from '../../../../ui/blocks/skeleton.tsx'
import styles from '../../centre.module.css'
import { GoodsFormFields } from './goods-form.tsx'
import { InStore } from '../../in-store.tsx'
import { useGoodsForm, type FormOf } from './use-goods-form.ts'

/** A new product of a store. */
export function GoodsNewScreen() {
  return (
    <InStore>
      <New />
    </InStore>
  )
}

function New() {
  const currency = useStoreLive(sellingCurrency)
  const { market } = useMoney()
  if (currency === undefined)
    return (
      <Screen width="narrow">
        <Skeleton height="24rem" />
      </Screen>
    )
  // A store mostly sells in one currency.
  return <NewForm before={blankGoods(0, currency ?? market)} refused={undefined} />
}

/** The form of a new product, or of one that the market refused, as it was typed. */
export function NewForm({ before, refused }: { before: GoodsFields; refused: FormOf['refused'] }) {
  const { t } = useTranslation()
  const { form, ...of } = useGoodsForm({ id: undefined, before, state: 'draft', refused })
  return (
    <Screen
      width="narrow"
      foot={
        <div className={styles.foot}>
          <Button kind="secondary" onClick={() => void of.save()}>
            {t('storeGoods.saveDraft')}
          </Button>
          <Button onClick={() => void of.save('listed')}>{t('storeGoods.putOnSale')}</Button>
        </div>
      }
    >
      <GoodsFormFields form={of} ref={form} />
    </Screen>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import { links } from '../../../../links/links.ts'
import { useStoreMutate } from '../../../../data/stores/use-store.ts'
import { useFormat } from '../../../../parts/format/use-format.ts'
import { useLeave } from '../../../../parts/forms/use-leave.ts'
import { useStoreParam } from '../../../../parts/stores/open-desk.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { Sheet } from '../../../../ui/layers/sheet.tsx'

/** Removes a product, once it has been asked whether that is meant: its code and its figures go for good. */
export function GoodsRemove({ goods }: { goods: StoreProduct }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const mutate = useStoreMutate()
  const leave = useLeave(links.centreGoods(useStoreParam()))
  const [asked, setAsked] = useState(false)
  const remove = async () => {
    if (await mutate('goods.del', { id: goods.id }, { text: t('storeGoods.removed') })) leave()
  }
  return (
    <>
      <Button kind="danger" wide onClick={() => setAsked(true)}>
        {t('storeGoods.remove')}
      </Button>
      <Sheet
        open={asked}
        onClose={() => setAsked(false)}
        title={t('storeGoods.removeAsk')}
        footer={
          <Button kind="danger" wide onClick={() => void remove()}>
            {t('storeGoods.remove')}
          </Button>
        }
      >
        <p>
          <bdi>{textIn(goods.title, locale)}</bdi>
        </p>
        <p>{t('storeGoods.removeHint')}</p>
      </Sheet>
    </>
  )
}

import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsOfRow, type GoodsFields, type GoodsPatch } from '#contract/products/rules.ts'
import type { GoodsClash as Clash } from '#localdb/queries/products/product.ts'
import { links } from '../../../../links/links.ts'
import { useStoreCall, useStoreMutateAll } from '../../../../data/stores/use-store.ts'
import { Screen } from '../../../../parts/screen/screen.tsx'
import { useFailureToast } from '../../../../parts/failures/use-failure-toast.ts'
import { useLeave } from '../../../../parts/forms/use-leave.ts'
import { useStoreParam } from '../../../../parts/stores/open-desk.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { Card } from '../../../../ui/blocks/card.tsx'
import { Notice } from '../../../../ui/blocks/notice.tsx'
import styles from '../../centre.module.css'
import { settled, type GoodsSide } from './goods-settle.ts'
import { usePartText } from '../use-part-text.tsx'

/** The parts of a product that two phones changed: the member chooses for each which holds. */
export function GoodsClashScreen({ id, clash, title }: { id: string; clash: Clash; title: string }) {
  const { t } = useTranslation()
  const mutateAll = useStoreMutateAll()
  const dismiss = useStoreCall('intent.dismiss')
  const failed = useFailureToast()
  const leave = useLeave(links.centreGoods(useStoreParam()))
  const [sides, setSides] = useState<Partial<Record<string, GoodsSide>>>({})
  const theirs: GoodsFields = fieldsOfRow(clash.theirs)
  const { nameOf, valueOf } = usePartText(theirs.currency)
  const values: Record<GoodsSide, GoodsPatch> = { mine: clash.to, theirs }

  const letGo = async (): Promise<boolean> => {
    const outcome = await dismiss({ intentId: clash.intentId })
    if (outcome.kind !== 'accepted') failed(outcome)
    return outcome.kind === 'accepted'
  }
  const save = async (e: FormEvent) => {
    e.preventDefault()
    const change = settled(theirs, clash, sides)
    const done = change
      ? await mutateAll([{ name: 'goods.edit', payload: { id, ...change }, replaces: clash.intentId }], {
          text: t('storeGoods.saved'),
          kind: 'good',
        })
      : await letGo()
    if (done) leave()
  }
  return (
    <Screen width="narrow" title={title}>
      <Notice tone="bad">{t('storeGoods.clash')}</Notice>
      <Card>
        <form className={styles.form} onSubmit={(e) => void save(e)}>
          <p>{t('storeGoods.clashHint')}</p>
          {clash.parts.map((part) => (
            <fieldset key={part} className={styles.clash}>
              <legend className={styles.legend}>{nameOf(part)}</legend>
              {(['mine', 'theirs'] as const).map((side) => (
                <label key={side} className={styles.side}>
                  <input
                    type="radio"
                    name={part}
                    checked={(sides[part] ?? 'mine') === side}
                    onChange={() => setSides({ ...sides, [part]: side })}
                  />
                  <span className={styles.soft}>{t(`storeGoods.${side}`)}</span>
                  <span className={styles.value}>{valueOf(part, values[side])}</span>
                </label>
              ))}
            </fieldset>
          ))}
          <Button type="submit" wide>
            {t('storeGoods.save')}
          </Button>
        </form>
      </Card>
    </Screen>
  )
}

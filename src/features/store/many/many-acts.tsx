import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GoodsItem } from '#localdb/queries/products/items.ts'
import { SHEET_GOODS_MAX as MOST } from '#contract/products/rules.ts'
import { links } from '../../../links/links.ts'
import { later } from '../../../data/loading/later.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useStoreParam } from '../../../parts/stores/open-desk.tsx'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import styles from './goods-many.module.css'
import { manyKinds, type ManyKind } from '../plans/many-kinds.ts'

const loadSheet = async () => (await import('../plans/goods-look-later.tsx')).ManySheet
const ManySheet = later('goods-look', loadSheet)

/** The actions on the chosen goods. */
export function ManyActs({ chosen, done }: { chosen: readonly GoodsItem[]; done(): void }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const store = useStoreParam()
  const [open, setOpen] = useState<ManyKind>()
  // The sheet will be needed soon, and perhaps without a network.
  useEffect(() => void loadSheet().catch(() => undefined), [])
  return (
    <div className={styles.foot}>
      <span role="status">{t('goodsBulk.chosen', { n: number(chosen.length) })}</span>
      <span className={styles.acts}>
        {manyKinds.map((kind) => (
          <Button key={kind} kind="secondary" small onClick={() => setOpen(kind)}>
            {t(`goodsBulk.act.${kind}`)}
          </Button>
        ))}
        <ButtonLink kind="secondary" small href={links.centreSheet(store, chosen.map(({ id }) => id).slice(0, MOST))}>
          {t('lineSheet.open')}
        </ButtonLink>
      </span>
      {open && (
        <ManySheet
          kind={open}
          chosen={chosen}
          close={() => setOpen(undefined)}
          done={() => {
            setOpen(undefined)
            done()
          }}
        />
      )}
    </div>
  )
}

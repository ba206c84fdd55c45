import ImagePlus from 'lucide-react/icons/image-plus'
import { useContext, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeepPicture } from '../../../data/pictures/use-keep-picture.ts'
import { DeskContext, type PlanShown } from '../../../data/stores/use-store.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { CategoryField } from '../products/category-field.tsx'
import styles from '../products/goods-plan.module.css'
import type { Import } from './use-import.ts'

/** The values that a file does not state for its products: the category, whether they are on sale, and the pictures. */
export function ImportWishes({ of, plan }: { of: Import; plan: PlanShown }) {
  const { t } = useTranslation()
  const { wishes, wish } = of
  // Open at first if the file needs a category, and later as the person leaves it.
  const [opened] = useState(plan.categories.length > 0)
  return (
    <Card>
      <details className={styles.more} open={opened}>
        <summary>{t('goodsFile.forNew')}</summary>
        <div className={styles.pick}>
          <CategoryField value={wishes.categoryId} error={undefined} onChange={(categoryId) => wish({ categoryId })} />
          <p className={styles.soft}>
            {plan.categories.length > 0
              ? t('goodsFile.categoryUnknown', { names: plan.categories.join(' · ') })
              : t('goodsFile.categoryHint')}
          </p>
          <Select
            label={t('goodsFile.newState')}
            value={wishes.state}
            choices={[
              { value: 'draft', label: t('goodsFile.asDrafts') },
              { value: 'listed', label: t('goodsFile.asListed') },
            ]}
            onChange={(state) => wish({ state })}
          />
          <Pictures of={of} />
        </div>
      </details>
    </Card>
  )
}

/** The pictures that the file refers to by file name. */
function Pictures({ of: { wishes, wish } }: { of: Import }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { keep, busy } = useKeepPicture(useContext(DeskContext)?.id)
  const input = useRef<HTMLInputElement>(null)
  const count = Object.keys(wishes.pictures).length
  const add = async (files: readonly File[]) => {
    const kept: Record<string, string> = {}
    for (const file of files) {
      const id = await keep(file)
      // `keep` has shown the failure. The pictures behind it would fail in the same way.
      if (id === undefined) break
      kept[file.name.trim().toLowerCase()] = id
    }
    wish((now) => ({ pictures: { ...now.pictures, ...kept } }))
  }
  return (
    <div className={styles.acts}>
      <Button kind="secondary" small icon={<ImagePlus />} busy={busy} onClick={() => input.current?.click()}>
        {t('goodsFile.pictures')}
      </Button>
      <p role="status" className={styles.soft}>
        {count === 0 ? t('goodsFile.picturesHint') : t('goodsFile.picturesHere', { n: number(count) })}
      </p>
      <input
        ref={input}
        type="file"
        multiple
        accept="image/*"
        hidden
        onChange={(e) => {
          const files = [...(e.target.files ?? [])]
          e.target.value = ''
          if (files.length > 0) void add(files)
        }}
      />
    </div>
  )
}

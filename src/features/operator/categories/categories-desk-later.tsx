import FolderTree from 'lucide-react/icons/folder-tree'
import Plus from 'lucide-react/icons/plus'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fallbackLocale, textIn, type Texts } from '#contract/text/locales.ts'
import { inTree } from '#contract/categories/tree.ts'
import type { OperatorCategory } from '#contract/categories/schema-operator.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import { CategoryForm } from './category-form.tsx'
import { FindField } from '../find-field.tsx'
import styles from '../operator.module.css'
import { useOperatorCall } from '../use-operator-call.ts'

/** The largest number of rows shown; a longer tree is narrowed by a search. */
const SHOWN = 200

/** The tree in which goods stand: found by name, made, named and placed. */
export function CategoriesDesk() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { number } = useFormat()
  const [find, setFind] = useState('')
  const [chosen, setChosen] = useState<OperatorCategory | 'new'>()
  const asked = useOperatorCall('operator.categories', {})
  const sought = useDeferredValue(find.trim().toLowerCase())
  const categories = asked.data?.categories
  const rows = useMemo(() => (categories ? named(categories, language) : []), [categories, language])
  if (!categories)
    return asked.failure ? (
      <AskedFailure failure={asked.failure} busy={asked.busy} again={asked.again} />
    ) : (
      <Skeleton height="24rem" />
    )
  const found = rows.filter(({ path, ids }) => path.toLowerCase().includes(sought) || ids.includes(sought))
  const close = () => setChosen(undefined)
  return (
    <div className={styles.stack}>
      <FindField label={t('categoriesDesk.find')} value={find} onChange={setFind} />
      <div className={styles.acts}>
        <Button icon={<Plus />} onClick={() => setChosen('new')}>
          {t('categoriesDesk.make')}
        </Button>
      </div>
      {found.length === 0 && (
        <EmptyState
          icon={<FolderTree />}
          title={t(rows.length === 0 ? 'categoriesDesk.none' : 'categoriesDesk.notFound')}
          text={rows.length === 0 ? t('categoriesDesk.noneText') : undefined}
        />
      )}
      {found.length > 0 && (
        <List label={t('desks.categories')}>
          {found.slice(0, SHOWN).map(({ category, name, above }) => (
            <ListRow
              key={category.id}
              title={<bdi>{name}</bdi>}
              text={above && <bdi>{above}</bdi>}
              end={t('categoriesDesk.goods', { count: category.goods, n: number(category.goods) })}
              onPress={() => setChosen(category)}
            />
          ))}
        </List>
      )}
      {found.length > SHOWN && <Notice>{t('operator.more')}</Notice>}
      <Sheet
        open={chosen !== undefined}
        onClose={close}
        title={t(chosen === 'new' ? 'categoriesDesk.make' : 'categoriesDesk.edit')}
      >
        {chosen && (
          <CategoryForm
            category={chosen === 'new' ? undefined : chosen}
            categories={categories}
            onDone={() => {
              close()
              asked.again()
            }}
          />
        )}
      </Sheet>
    </div>
  )
}

/** Categories in the order of their tree, each with what stands above it, in a language; found by either language. */
function named(categories: readonly OperatorCategory[], language: string) {
  const above: string[] = []
  const namesOf = (texts: Texts): string =>
    [...new Set([textIn(texts, language), textIn(texts, fallbackLocale)])].join(' · ')
  return inTree(categories).map((category) => {
    const name = namesOf(category.name)
    above.length = category.level
    const row = {
      category,
      name,
      above: above.join(' › '),
      path: [...above, name].join(' › '),
      ids: String(category.id),
    }
    above.push(textIn(category.name, language))
    return row
  })
}

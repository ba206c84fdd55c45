import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { fallbackLocale, locales, textIn } from '#contract/text/locales.ts'
import { CATEGORY_NAME_MAX, placesFor } from '#contract/categories/tree.ts'
import type { OperatorCategory } from '#contract/categories/schema-operator.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { useErrors } from '../../../parts/forms/use-errors.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { CategoryPicture } from './category-picture.tsx'
import { NamesFields, type NamesByLanguage } from '../names-fields.tsx'
import styles from '../operator.module.css'
import { useAct } from '../use-act.ts'

const TOP = '0'
const order = [fallbackLocale, 'sort'] as const

interface CategoryFormProps {
  /** Undefined for a new one. */
  category: OperatorCategory | undefined
  categories: readonly OperatorCategory[]
  onDone(): void
}

/** A category: its picture, its name in each language, and where it stands. An empty one can be removed. */
export function CategoryForm({ category, categories, onDone }: CategoryFormProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const save = useAct('operator.categorySet')
  const errors = useErrors<(typeof order)[number]>(order)
  const [above, setAbove] = useState(String(category?.pid ?? TOP))
  const [sort, setSort] = useState(String(category?.sort ?? 0))
  const [name, setName] = useState<NamesByLanguage>(category?.name ?? {})
  // Undefined: it stays as it is.
  const [picture, setPicture] = useState<string | null>()
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const wrong = errors.show({
      ...(!name[fallbackLocale]?.trim() && { [fallbackLocale]: t('articlesDesk.needName') }),
      ...(!/^\d{1,6}$/.test(sort) && { sort: t('articlesDesk.badSort') }),
    })
    if (wrong) return
    const given = Object.fromEntries(locales.flatMap(({ code }) => (name[code]?.trim() ? [[code, name[code]]] : [])))
    const written = { id: category?.id ?? 0, pid: Number(above), sort: Number(sort), name: given }
    if (await save.act({ ...written, ...(picture !== undefined && { picture }) })) onDone()
  }
  const isEmpty = category?.goods === 0 && !categories.some(({ pid }) => pid === category.id)
  return (
    <form className={styles.stack} noValidate onSubmit={(e) => void submit(e)}>
      <CategoryPicture src={picture === undefined ? (category?.picture ?? null) : picture} onChange={setPicture} />
      <NamesFields name={name} maxLength={CATEGORY_NAME_MAX} errors={errors} onChange={setName} />
      <Select
        label={t('categoriesDesk.above')}
        value={above}
        choices={[
          { value: TOP, label: t('articlesDesk.top') },
          ...placesFor(categories, category?.id).map((one) => ({
            value: String(one.id),
            label: `${'\u2003'.repeat(one.level)}${textIn(one.name, language)}`,
          })),
        ]}
        onChange={setAbove}
      />
      <Field
        label={t('articlesDesk.sort')}
        hint={t('categoriesDesk.sortHint')}
        inputMode="numeric"
        {...errors.bind('sort', sort, setSort)}
      />
      <Button type="submit" wide busy={save.busy}>
        {t('categoriesDesk.save')}
      </Button>
      {isEmpty && <Remove id={category.id} onDone={onDone} />}
      {category && !isEmpty && <p className={styles.soft}>{t('categoriesDesk.notEmpty')}</p>}
    </form>
  )
}

function Remove({ id, onDone }: { id: number; onDone(): void }) {
  const { t } = useTranslation()
  const { act, busy } = useAct('operator.categoryRemove')
  const remove = async () => {
    if (await act({ id })) onDone()
  }
  return (
    <Button kind="quiet" wide busy={busy} onClick={() => void remove()}>
      {t('categoriesDesk.remove')}
    </Button>
  )
}

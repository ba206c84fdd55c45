import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { fallbackLocale, locales, textIn } from '#contract/text/locales.ts'
import { SLUG } from '#contract/articles/slug.ts'
import type { OperatorGroup } from '#contract/articles/schema-operator.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { useErrors } from '../../../parts/forms/use-errors.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { SlugField } from './slug-field.tsx'
import { NamesFields, type NamesByLanguage } from '../names-fields.tsx'
import styles from '../operator.module.css'
import { useAct } from '../use-act.ts'

const TOP = '-'
const order = ['slug', fallbackLocale, 'sort'] as const

/** A group of articles, or a link among groups: its name in each language, and where it stands. */
export function GroupForm({
  group,
  groups,
  onDone,
}: {
  group: OperatorGroup | undefined
  groups: readonly OperatorGroup[]
  onDone(): void
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const save = useAct('operator.groupSet')
  const errors = useErrors<(typeof order)[number]>(order)
  const [slug, setSlug] = useState(group?.slug ?? '')
  const [above, setAbove] = useState(group?.above ?? TOP)
  const [sort, setSort] = useState(String(group?.sort ?? 0))
  const [path, setPath] = useState(group?.path ?? '')
  const [name, setName] = useState<NamesByLanguage>(group?.name ?? {})
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const wrong = errors.show({
      ...(!SLUG.test(slug) && { slug: t('articlesDesk.badSlug') }),
      ...(!name[fallbackLocale]?.trim() && { [fallbackLocale]: t('articlesDesk.needName') }),
      ...(!/^\d{1,6}$/.test(sort) && { sort: t('articlesDesk.badSort') }),
    })
    if (wrong) return
    const named = Object.fromEntries(locales.flatMap(({ code }) => (name[code]?.trim() ? [[code, name[code]]] : [])))
    const input = {
      slug,
      above: above === TOP ? null : above,
      sort: Number(sort),
      name: named,
      path: path.trim() || null,
    }
    if (await save.act(input)) onDone()
  }
  const tops = groups.filter((one) => one.above === null && one.path === null && one.slug !== group?.slug)
  return (
    <form className={styles.stack} noValidate onSubmit={(e) => void submit(e)}>
      {!group && <SlugField {...errors.bind('slug', slug, setSlug)} />}
      <NamesFields name={name} maxLength={80} errors={errors} onChange={setName} />
      <Select
        label={t('articlesDesk.above')}
        value={above}
        choices={[
          { value: TOP, label: t('articlesDesk.top') },
          ...tops.map((one) => ({ value: one.slug, label: textIn(one.name, language) })),
        ]}
        onChange={setAbove}
      />
      <Field label={t('articlesDesk.sort')} inputMode="numeric" {...errors.bind('sort', sort, setSort)} />
      <Field
        label={t('articlesDesk.path')}
        hint={t('articlesDesk.pathHint')}
        dir="ltr"
        maxLength={300}
        value={path}
        onChange={(e) => setPath(e.target.value)}
      />
      <Button type="submit" wide busy={save.busy}>
        {t('articlesDesk.saveGroup')}
      </Button>
      {group && group.articles.length === 0 && <RemoveGroup slug={group.slug} onDone={onDone} />}
    </form>
  )
}

function RemoveGroup({ slug, onDone }: { slug: string; onDone(): void }) {
  const { t } = useTranslation()
  const { act, busy } = useAct('operator.groupRemove')
  const remove = async () => {
    if (await act({ slug })) onDone()
  }
  return (
    <Button kind="quiet" wide busy={busy} onClick={() => void remove()}>
      {t('articlesDesk.removeGroup')}
    </Button>
  )
}

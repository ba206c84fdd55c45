import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { locales, textIn, type LocaleCode } from '#contract/text/locales.ts'
import { SLUG } from '#contract/articles/slug.ts'
import type { OperatorGroup, WrittenText } from '#contract/articles/schema-operator.ts'
import { links } from '../../../links/links.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { useErrors, type Errors } from '../../../parts/forms/use-errors.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { RecentMap } from '../../../ui/recent-map.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { ArticleText } from './article-text.tsx'
import { SlugField } from './slug-field.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import styles from '../operator.module.css'
import { useAct } from '../use-act.ts'
import { useOperatorCall } from '../use-operator-call.ts'

/** The edited article, by its name in addresses, or a new one of a group. */
export interface Edited {
  slug: string | undefined
  group: string
  id?: number
}
interface Draft extends Omit<WrittenText, 'sort'> {
  slug: string
  sort: string
}

/** The texts that were typed and not published yet, by article and language. They survive a look at another desk. */
const drafts = new RecentMap<Draft>(20)

/** An article in one language at a time, as it is written. */
export function ArticleEditor({
  edited,
  groups,
  onClose,
}: {
  edited: Edited
  groups: readonly OperatorGroup[]
  onClose(): void
}) {
  const { t } = useTranslation()
  const [language, setLanguage] = useState<LocaleCode>(useLanguage())
  const asked = useOperatorCall(
    'operator.article',
    edited.slug === undefined ? undefined : { slug: edited.slug, language },
  )
  const ready = edited.slug === undefined || asked.data !== undefined
  const key = `${edited.slug ?? ''} ${language}`
  return (
    <div className={styles.stack}>
      <div className={styles.acts}>
        <Button kind="secondary" onClick={onClose}>
          {t('ui.back')}
        </Button>
        {edited.id !== undefined && (
          <ButtonLink kind="quiet" href={links.article(edited.id)}>
            {t('articlesDesk.see')}
          </ButtonLink>
        )}
      </div>
      <Select<LocaleCode>
        label={t('articlesDesk.language')}
        value={language}
        choices={locales.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={setLanguage}
      />
      {asked.failure && <AskedFailure failure={asked.failure} busy={asked.busy} again={asked.again} />}
      {!ready && !asked.failure && <Skeleton height="24rem" />}
      {ready && (
        <Written
          key={key}
          name={key}
          edited={edited}
          language={language}
          written={asked.data?.written ?? null}
          start={asked.data?.draft ?? null}
          groups={groups}
          onDone={onClose}
        />
      )}
    </div>
  )
}

/** An article before anything is typed: its text, as far as there is one. */
const firstDraft = (edited: Edited, text: WrittenText | null, sort: number): Draft => ({
  ...{ slug: edited.slug ?? '', group: edited.group, title: '', summary: '', body: '', ...text },
  sort: String(sort),
})

const order = ['slug', 'sort', 'title', 'summary'] as const
type Bind = (field: (typeof order)[number]) => ReturnType<Errors<(typeof order)[number]>['bind']>

function Written({
  name,
  edited,
  language,
  written,
  start,
  groups,
  onDone,
}: {
  name: string
  edited: Edited
  language: LocaleCode
  written: WrittenText | null
  /** A text to begin with, if the article is not written in this language. */
  start: WrittenText | null
  groups: readonly OperatorGroup[]
  onDone(): void
}) {
  const { t } = useTranslation()
  const article = groups.flatMap((group) => group.articles).find(({ slug }) => slug === edited.slug)
  const [draft, setDraft] = useState<Draft>(
    () => drafts.get(name) ?? firstDraft(edited, written ?? start, article?.sort ?? start?.sort ?? 0),
  )
  const [empty, setEmpty] = useState(false)
  const errors = useErrors(order)
  const publish = useAct('operator.articleSet')
  const set = (field: keyof Draft) => (value: string) => {
    const next = { ...draft, [field]: value }
    setDraft(next)
    drafts.set(name, next)
  }
  const bind: Bind = (field) => errors.bind(field, draft[field], set(field))
  const write = (body: string) => {
    set('body')(body)
    setEmpty(false)
  }
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const { slug, group, sort, title, summary, body } = draft
    const wrong = errors.show({
      ...(!SLUG.test(slug) && { slug: t('articlesDesk.badSlug') }),
      ...(!/^\d{1,6}$/.test(sort) && { sort: t('articlesDesk.badSort') }),
      ...(title.trim() === '' && { title: t('articlesDesk.write') }),
    })
    setEmpty(body.trim() === '')
    if (wrong || body.trim() === '') return
    if (!(await publish.act({ slug, language, group, sort: Number(sort), title, summary, body }))) return
    drafts.delete(name)
    onDone()
  }
  return (
    <form className={styles.stack} noValidate onSubmit={(e) => void submit(e)}>
      {edited.slug !== undefined && written === null && (
        <p className={styles.soft}>{t(start ? 'articlesDesk.draft' : 'articlesDesk.notWritten')}</p>
      )}
      {edited.slug === undefined && <SlugField {...bind('slug')} />}
      <Fields draft={draft} groups={groups} language={language} bind={bind} onGroup={set('group')} />
      <ArticleText value={draft.body} language={language} empty={empty} onChange={write} />
      <Button type="submit" wide busy={publish.busy}>
        {t('articlesDesk.save')}
      </Button>
      {edited.slug !== undefined && (
        <Removal slug={edited.slug} name={draft.title || edited.slug} language={written && language} onDone={onDone} />
      )}
    </form>
  )
}

/** The fields of an article beside its text. */
function Fields({
  draft,
  groups,
  language,
  bind,
  onGroup,
}: {
  draft: Draft
  groups: readonly OperatorGroup[]
  language: LocaleCode
  bind: Bind
  onGroup(slug: string): void
}) {
  const { t } = useTranslation()
  const spoken = useLanguage()
  const text = { lang: language, dir: 'auto' as const }
  return (
    <>
      <div className={styles.filters}>
        <Select
          label={t('articlesDesk.group')}
          value={draft.group}
          choices={groups
            .filter((one) => one.path === null)
            .map((one) => ({ value: one.slug, label: textIn(one.name, spoken) }))}
          onChange={onGroup}
        />
        <Field label={t('articlesDesk.sort')} inputMode="numeric" {...bind('sort')} />
      </div>
      <Field label={t('articlesDesk.title')} {...text} maxLength={120} required {...bind('title')} />
      <Field label={t('articlesDesk.summary')} {...text} maxLength={300} {...bind('summary')} />
    </>
  )
}

/** Removes the article, or its text in a language in which it is written. */
function Removal({
  slug,
  name,
  language,
  onDone,
}: {
  slug: string
  name: string
  language: LocaleCode | null
  onDone(): void
}) {
  const { t } = useTranslation()
  const remove = useAct('operator.articleRemove')
  const [asked, setAsked] = useState<'one' | 'all'>()
  const go = async () => {
    if (!(await remove.act({ slug, language: asked === 'all' ? null : language }))) return
    for (const { code } of locales) if (asked === 'all' || code === language) drafts.delete(`${slug} ${code}`)
    onDone()
  }
  return (
    <div className={styles.acts}>
      {language !== null && (
        <Button kind="quiet" onClick={() => setAsked('one')}>
          {t('articlesDesk.remove')}
        </Button>
      )}
      <Button kind="quiet" onClick={() => setAsked('all')}>
        {t('articlesDesk.removeAll')}
      </Button>
      <Sheet
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t(asked === 'one' ? 'articlesDesk.remove' : 'articlesDesk.removeAll')}
      >
        <div className={styles.stack}>
          <p>{t('articlesDesk.sureRemove', { name })}</p>
          <Button kind="danger" wide busy={remove.busy} onClick={() => void go()}>
            {t(asked === 'one' ? 'articlesDesk.remove' : 'articlesDesk.removeAll')}
          </Button>
        </div>
      </Sheet>
    </div>
  )
}

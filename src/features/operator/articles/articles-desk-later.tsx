import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import type { OperatorGroup } from '#contract/articles/schema-operator.ts'
import type { CallOutput } from '../../../data/use-call.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { ArticleEditor, type Edited } from './article-editor.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import { GroupForm } from './group-form.tsx'
import styles from '../operator.module.css'
import { useOperatorCall } from '../use-operator-call.ts'

/** The market's own texts: the groups, as the footer has them, and the articles in each. */
export function ArticlesDesk() {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<Edited>()
  const [group, setGroup] = useState<OperatorGroup | 'new'>()
  const { data, failure, busy, again } = useOperatorCall('operator.articles', {})
  if (!data) return failure ? <AskedFailure failure={failure} busy={busy} again={again} /> : <Skeleton height="24rem" />
  if (edited)
    return (
      <ArticleEditor
        edited={edited}
        groups={data.groups}
        onClose={() => {
          setEdited(undefined)
          again()
        }}
      />
    )
  const closeGroup = () => setGroup(undefined)
  return (
    <div className={styles.stack}>
      <div className={styles.acts}>
        <Button icon={<Plus />} onClick={() => setEdited({ slug: undefined, group: data.groups[0]?.slug ?? '' })}>
          {t('articlesDesk.newArticle')}
        </Button>
        <Button kind="secondary" icon={<Plus />} onClick={() => setGroup('new')}>
          {t('articlesDesk.newGroup')}
        </Button>
      </div>
      {inTree(data.groups).map((one) => (
        <GroupSection
          key={one.id}
          group={one}
          drafts={data.drafts.filter((draft) => draft.group === one.slug)}
          isAbove={data.groups.some((below) => below.above === one.slug)}
          onEdit={setEdited}
          onGroup={() => setGroup(one)}
        />
      ))}
      <Sheet
        open={group !== undefined}
        onClose={closeGroup}
        title={t(group === 'new' ? 'articlesDesk.newGroup' : 'articlesDesk.editGroup')}
      >
        {group && (
          <GroupForm
            group={group === 'new' ? undefined : group}
            groups={data.groups}
            onDone={() => {
              closeGroup()
              again()
            }}
          />
        )}
      </Sheet>
    </div>
  )
}

/** Groups with those that stand below each right behind it. */
const inTree = (groups: readonly OperatorGroup[]): OperatorGroup[] =>
  groups
    .filter((one) => one.above === null)
    .flatMap((one) => [one, ...groups.filter((below) => below.above === one.slug)])

function GroupSection({
  group,
  drafts,
  isAbove,
  onEdit,
  onGroup,
}: {
  group: OperatorGroup
  /** The articles that it may begin with. */
  drafts: CallOutput<'operator.articles'>['drafts']
  /** Other groups stand below it. */
  isAbove: boolean
  onEdit(edited: Edited): void
  onGroup(): void
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const name = textIn(group.name, language)
  return (
    <Section
      title={name}
      end={
        <Button kind="quiet" aria-label={`${t('articlesDesk.editGroup')}: ${name}`} onClick={onGroup}>
          {t('articlesDesk.edit')}
        </Button>
      }
    >
      {group.path !== null && (
        <p className={styles.soft}>
          <bdi>{t('articlesDesk.link', { path: group.path })}</bdi>
        </p>
      )}
      {group.path === null && group.articles.length + drafts.length === 0 && !isAbove && (
        <p className={styles.soft}>{t('articlesDesk.noArticles')}</p>
      )}
      {group.articles.length + drafts.length > 0 && (
        <List label={name}>
          {group.articles.map((article) => (
            <ListRow
              key={article.id}
              title={<bdi>{textIn(article.title, language)}</bdi>}
              text={<bdi>{[article.slug, article.languages.join(', ')].join(' · ')}</bdi>}
              onPress={() => onEdit({ slug: article.slug, group: group.slug, id: article.id })}
            />
          ))}
          {drafts.map(({ slug, title }) => (
            <ListRow
              key={slug}
              title={<bdi>{textIn(title, language)}</bdi>}
              text={t('articlesDesk.draftOf')}
              onPress={() => onEdit({ slug, group: group.slug })}
            />
          ))}
        </List>
      )}
    </Section>
  )
}

import SearchX from 'lucide-react/icons/search-x'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Asked } from '../../data/use-asked.ts'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { List } from '../../ui/blocks/list.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { AskedFailure } from './asked-failure.tsx'

/** The rows that a desk was answered with, or what stands in their place. */
export function FoundList<T>({
  asked,
  label,
  rows,
  more = false,
  empty,
  children,
}: {
  asked: Pick<Asked<unknown>, 'failure' | 'busy' | 'again'>
  label: string
  rows: readonly T[] | undefined
  /** There are more than are shown. */
  more?: boolean | undefined
  empty: string
  children(row: T): ReactNode
}) {
  const { t } = useTranslation()
  const { failure, busy, again } = asked
  return (
    <>
      {failure && <AskedFailure failure={failure} busy={busy} again={again} />}
      {!rows && !failure && <Skeleton height="14rem" />}
      {rows?.length === 0 && !failure && <EmptyState icon={<SearchX />} title={empty} />}
      {rows && rows.length > 0 && <List label={label}>{rows.map(children)}</List>}
      {more && <Notice>{t('operator.more')}</Notice>}
    </>
  )
}

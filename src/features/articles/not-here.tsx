import FileX from 'lucide-react/icons/file-x'
import { useTranslation } from 'react-i18next'
import { links } from '../../links/links.ts'
import type { Failed } from '../../data/use-call.ts'
import { useSettings } from '../../data/use-settings.ts'
import { useReachable } from '../../data/use-status.ts'
import type { WantedDetails } from '../../data/use-want.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState, ErrorState } from '../../ui/blocks/empty-state.tsx'
import { Skeleton, SkeletonText } from '../../ui/blocks/skeleton.tsx'

const unreachable: Failed = { kind: 'unreachable' }

interface NotHereProps {
  wanted: WantedDetails
  /** The screen is that of the questions and answers. */
  faqs?: boolean
}

/** Stands where an article would: while it comes, when there is none, and when it is not on this device. */
export function NotHere({ wanted, faqs = false }: NotHereProps) {
  const { t } = useTranslation()
  // A market without questions and answers leads to its customer service.
  const toFaqs = Boolean(useSettings()?.faqs) && !faqs
  const failureText = useFailureText()
  const reachable = useReachable()
  // The site's row, which names the articles to fetch, may itself not be here yet. Then nothing is asked for, and
  // `wanted` stays loading.
  const failure = wanted.failure ?? (wanted.state === 'loading' && !reachable ? unreachable : undefined)
  if (!failure && wanted.state === 'loading')
    return (
      <>
        <Skeleton width="60%" height="1.5rem" />
        <SkeletonText lines={6} />
      </>
    )
  if (!failure || failure.kind === 'refused')
    return (
      <EmptyState
        icon={<FileX />}
        title={failure ? failureText(failure) : t('articles.empty')}
        text={t(toFaqs ? 'articles.emptyHint' : 'articles.askHint')}
        action={
          <ButtonLink href={toFaqs ? links.faqs : links.ask(0)}>
            {t(toFaqs ? 'articles.toFaqs' : 'service.label')}
          </ButtonLink>
        }
      />
    )
  return (
    <ErrorState
      title={t('articles.absent')}
      text={failure.kind === 'unreachable' ? t('articles.absentHint') : failureText(failure)}
      retry={wanted.failure && { label: t('home.retry'), run: () => void wanted.refresh() }}
    />
  )
}

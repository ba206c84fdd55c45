import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import type { RefusedChange } from '#localdb/queries/sync/desk-changes.ts'
import { links } from '../../links/links.ts'
import { useStoreCall } from '../../data/stores/use-store.ts'
import { useRefusalText } from '../../parts/failures/use-failure-text.ts'
import { useFailureToast } from '../../parts/failures/use-failure-toast.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { useStoreParam } from '../../parts/stores/open-desk.tsx'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'

/** Refused changes, each with its reason; one of a product leads to the form in which it can be mended. */
export function Refused({ changes }: { changes: readonly RefusedChange[] }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const refusalText = useRefusalText()
  const store = useStoreParam()
  const dismiss = useStoreCall('intent.dismiss')
  const failed = useFailureToast()
  return changes.map(({ intentId, what, numbers, refusal, sale, goods, answer }) => (
    <Notice
      key={intentId}
      tone="bad"
      urgent
      action={
        goods && (what === 'goodsPut' || what === 'goodsEdit') ? (
          <ButtonLink kind="quiet" small href={links.centreProduct(goods.id, store)}>
            {t('centre.look')}
          </ButtonLink>
        ) : (
          <Button kind="quiet" small onClick={() => void dismiss({ intentId }).then(failed)}>
            {t('centre.read')}
          </Button>
        )
      }
    >
      {goods && (
        <>
          <bdi>{textIn(goods.title, locale)}</bdi> ·{' '}
        </>
      )}
      {answer && (
        <>
          <a href={answer.kind === 'quote' ? links.centreRequest(answer.id, store) : links.centreReviews(store)}>
            <bdi>{textIn(answer.title, locale)}</bdi>
          </a>{' '}
          ·{' '}
        </>
      )}
      {t(`sync.does.${what}`, numbers)}
      {sale && (
        <>
          {' '}
          <a href={links.sale(sale.id, store)}>
            <bdi>{sale.number}</bdi>
          </a>
        </>
      )}
      : {refusal && refusalText(refusal)}
    </Notice>
  ))
}

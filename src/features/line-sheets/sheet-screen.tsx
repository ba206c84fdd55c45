import Link2Off from 'lucide-react/icons/link-2-off'
import Printer from 'lucide-react/icons/printer'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { productCode } from '#contract/catalogue/product-code.ts'
import { links } from '../../links/links.ts'
import { useCall, type CallOutput, type Failed } from '../../data/use-call.ts'
import { useReachable } from '../../data/use-status.ts'
import { isMissing } from '../../parts/failures/is-gone.ts'
import { LineSheet, type SheetProduct } from '../../parts/line-sheets/line-sheet.tsx'
import { pictureSources } from '../../parts/pictures/picture-sources.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { useShownMoney } from '../../parts/money/use-shown-money.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState, ErrorState } from '../../ui/blocks/empty-state.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { PictureView } from '../../ui/blocks/picture.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'

type Found = CallOutput<'catalogue.sheet'>

/** A line sheet of a store, for anyone with its private link: its products as the market sells them now. */
export function SheetScreen() {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const { id = '' } = useParams<{ id: string }>()
  const { found, failure, ask, busy } = useSheet(id)
  useNoReferrer()
  if (found) return <Shown found={found} />
  if (isMissing(failure))
    return (
      <Screen>
        <EmptyState
          icon={<Link2Off />}
          title={t('lineSheet.goneTitle')}
          text={t('refusals.sheetGone')}
          action={<ButtonLink href={links.products()}>{t('lineSheet.browse')}</ButtonLink>}
        />
      </Screen>
    )
  if (failure)
    return (
      <Screen>
        <ErrorState
          title={t('lineSheet.failed')}
          text={failureText(failure)}
          retry={{ label: t('lineSheet.retry'), run: ask }}
          busy={busy}
        />
      </Screen>
    )
  return (
    <Screen>
      <Skeleton height="30rem" />
    </Screen>
  )
}

/** Asks what a link leads to, and again once the market can be reached. */
function useSheet(id: string): { found?: Found | undefined; failure?: Failed | undefined; ask(): void; busy: boolean } {
  const { call, busy } = useCall('catalogue.sheet')
  const reachable = useReachable()
  const [answer, setAnswer] = useState<{ id: string; found?: Found; failure?: Failed }>()
  const ask = useCallback(() => {
    void call({ id }).then((outcome) =>
      setAnswer((before) => {
        if (outcome.kind === 'accepted') return { id, found: outcome.data }
        // The shown sheet stays while the market cannot be reached. It goes away when the link has ended.
        const found = before?.id === id && !isMissing(outcome) ? before.found : undefined
        return { id, failure: outcome, ...(found && { found }) }
      }),
    )
  }, [call, id])
  useEffect(ask, [ask, reachable])
  return { ...(answer?.id === id ? answer : {}), ask, busy }
}

/** The address is a secret, so nothing that is loaded or opened from here receives it as a referrer. */
function useNoReferrer(): void {
  useEffect(() => {
    const meta = Object.assign(document.createElement('meta'), { name: 'referrer', content: 'no-referrer' })
    document.head.append(meta)
    return () => meta.remove()
  }, [])
}

function Shown({ found: { title, until, store, products, gone } }: { found: Found }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const money = useShownMoney()
  return (
    <Screen
      title={title}
      foot={
        products.length > 0 && (
          <Button wide icon={<Printer />} onClick={() => print()}>
            {t('papers.print')}
          </Button>
        )
      }
    >
      {gone > 0 && <Notice>{t('lineSheet.gone', { count: gone, n: number(gone) })}</Notice>}
      {products.length === 0 ? (
        <EmptyState
          icon={<Link2Off />}
          title={t('lineSheet.empty')}
          text={store.closed ? t('store.closed') : undefined}
          action={<ButtonLink href={links.store(store.id)}>{t('lineSheet.visit')}</ButtonLink>}
        />
      ) : (
        <LineSheet
          title={title}
          store={store.name}
          storeHref={links.store(store.id)}
          until={until}
          products={products.map(sheetProduct)}
          money={money}
        />
      )}
    </Screen>
  )
}

const sheetProduct = (product: Found['products'][number]): SheetProduct => ({
  ...product,
  key: product.id,
  href: links.goods(product.id),
  picture: (
    <PictureView
      sources={pictureSources(product.picture)}
      alt=""
      tint={product.picture?.tint}
      sizes="80px"
      // On paper all pictures are seen.
      priority="auto"
    />
  ),
  codes: [product.code, productCode(product.id, 0)].filter(Boolean),
})

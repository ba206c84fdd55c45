import BadgePercent from 'lucide-react/icons/badge-percent'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { textIn } from '#contract/text/locales.ts'
import { knownOr } from '#contract/wire/open.ts'
import { QUOTE_ROUNDS_MAX, quoteStates, stateAt } from '#contract/quotes/rules.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import { requestById, type StoreQuoteItem } from '#localdb/queries/stores/answers.ts'
import { links } from '../../../links/links.ts'
import { useStoreLive, useStoreOpened } from '../../../data/stores/use-store.ts'
import { pictureSources } from '../../../parts/pictures/picture-sources.ts'
import { Screen } from '../../../parts/screen/screen.tsx'
import { SyncMark } from '../../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useStoreParam } from '../../../parts/stores/open-desk.tsx'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { PictureView } from '../../../ui/blocks/picture.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { exactTime, useNow } from '../../../ui/time.tsx'
import styles from '../answers.module.css'
import { DrawLink, DrawnWith } from './drawn-with.tsx'
import { InStore } from '../in-store.tsx'
import { OfferForm } from './offer-form.tsx'
import { RefuseSheet } from './refuse-sheet.tsx'
import { RefusedSection } from '../refused-section.tsx'
import { RequestBadge } from './request-badge.tsx'
import { RequestLines } from './request-lines.tsx'
import { RequestRounds } from './request-rounds.tsx'

/** One price request: the product, its price in the store's own list, and the store's answer. */
export function RequestScreen() {
  return (
    <InStore>
      <Found />
    </InStore>
  )
}

function Found() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const at = useStoreParam()
  const query = useMemo(() => requestById(id), [id])
  const found = useStoreLive(query)
  const rows = useMemo(() => (found ? [found.quote] : undefined), [found])
  const opened = useStoreOpened<'storeQuotes', StoreQuoteItem>(rows, 'storeQuotes')
  if (found === undefined)
    return (
      <Screen width="narrow">
        <Skeleton height="5rem" />
        <Skeleton height="12rem" />
      </Screen>
    )
  if (found === null)
    return (
      <Screen width="narrow">
        <EmptyState
          icon={<BadgePercent />}
          title={t('asks.unknown')}
          text={t('orders.unknownHint')}
          action={<ButtonLink href={links.centreRequests(at)}>{t('asks.requests')}</ButtonLink>}
        />
      </Screen>
    )
  const clear = opened && (opened.rows.find((row) => row.id === found.quote.id) ?? null)
  return <Shown key={id} {...found} clear={clear} />
}

interface ShownProps {
  quote: StoreQuoteItem
  goods: StoreProduct | undefined
  /** The opened quote: null if it cannot be opened, undefined until it is. */
  clear: StoreQuoteItem | null | undefined
}

function Shown({ quote, goods, clear }: ShownProps) {
  const [offering, setOffering] = useState(false)
  const [refusing, setRefusing] = useState(false)
  const now = useNow() ?? 0
  const state = knownOr(quoteStates, stateAt(quote, now), 'newer')
  const open = state === 'open' || state === 'offered'
  return (
    <Screen width="narrow">
      <RefusedSection />
      <Head quote={quote} goods={goods} />
      <Card className={styles.standing}>
        <p className={styles.state} role="status">
          <RequestBadge quote={quote} /> {quote.pending && <SyncMark />}
        </p>
        <Words quote={quote} state={state} buyer={clear?.buyer ?? ''} />
        <RequestLines quote={quote} goods={goods} />
        {open &&
          !(quote.drawn !== undefined && quote.pending) &&
          (offering ? (
            <OfferForm key={quote.rounds.length} quote={quote} goods={goods} onEnd={() => setOffering(false)} />
          ) : (
            <Acts quote={quote} onOffer={() => setOffering(true)} onRefuse={() => setRefusing(true)} />
          ))}
      </Card>
      <DrawnWith quote={quote} />
      <RequestRounds quote={quote} clear={clear} />
      <DrawLink quote={quote} />
      <RefuseSheet quote={quote} open={refusing && open} onClose={() => setRefusing(false)} />
    </Screen>
  )
}

function Head({ quote: { title, picture }, goods }: Pick<ShownProps, 'quote' | 'goods'>) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const at = useStoreParam()
  return (
    <div className={styles.head}>
      <span className={styles.thumb} aria-hidden="true">
        <PictureView sources={pictureSources(picture)} alt="" tint={picture?.tint} sizes="56px" />
      </span>
      <div className={styles.words}>
        <strong dir="auto">{textIn(title, locale)}</strong>
        {goods && (
          <a href={links.centreProduct(goods.id, at)} className={styles.link}>
            {t('asks.product')}
          </a>
        )}
      </div>
    </div>
  )
}

interface WordsProps {
  quote: StoreQuoteItem
  state: (typeof quoteStates)[number] | 'newer'
  buyer: string
}

/** Explains the state to the store. */
function Words({ quote, state, buyer }: WordsProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const time = exactTime(quote.rounds.at(-1)?.until ?? 0, locale)
  switch (state) {
    case 'open':
      return <p>{buyer && t(quote.rounds.length > 1 ? 'asks.againText' : 'asks.openText', { buyer })}</p>
    case 'offered':
    case 'accepted':
      return (
        <p>
          {t(
            quote.drawn === undefined
              ? `asks.${state}Text`
              : state === 'offered'
                ? 'asks.drawnOffered'
                : 'asks.drawnAccepted',
            { time },
          )}
        </p>
      )
    case 'newer':
      return <p>{t('orders.newer')}</p>
    default:
      return <p>{t(`asks.${state}Text`)}</p>
  }
}

interface ActsProps {
  quote: StoreQuoteItem
  onOffer(): void
  onRefuse(): void
}

function Acts({ quote, onOffer, onRefuse }: ActsProps) {
  const { t } = useTranslation()
  const more = quote.rounds.length < QUOTE_ROUNDS_MAX
  return (
    <>
      {!more && <p className={styles.soft}>{t('asks.noMore')}</p>}
      <div className={styles.acts}>
        {more && (
          <Button kind={quote.state === 'open' ? 'primary' : 'secondary'} onClick={onOffer}>
            {t(quote.state === 'open' ? 'asks.offer' : 'asks.offerAgain')}
          </Button>
        )}
        <Button kind="quiet" onClick={onRefuse}>
          {t(quote.drawn === undefined ? 'asks.refuse' : 'asks.takeBack')}
        </Button>
      </div>
    </>
  )
}

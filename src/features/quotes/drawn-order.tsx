import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import type { QuoteItem } from '#localdb/queries/quotes/items.ts'
import { links } from '../../links/links.ts'
import { pictureSources } from '../../parts/pictures/picture-sources.ts'
import { Price } from '../../parts/money/price.tsx'
import { RefusedList } from '../../parts/changes/refused-list.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { SyncMark } from '../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { PictureView } from '../../ui/blocks/picture.tsx'
import { exactTime, useNow } from '../../ui/time.tsx'
import { DeclineSheet } from './decline-sheet.tsx'
import { DrawnNotes } from './drawn-notes.tsx'
import { knownState, leading, useQuoteNames } from './quote-facts.ts'
import { QuoteLines } from './quote-lines.tsx'
import styles from './quotes.module.css'
import { StateBadge } from './state-badge.tsx'
import { useDrawnActs } from './use-drawn-acts.ts'

interface DrawnOrderProps {
  quotes: readonly [QuoteItem, ...QuoteItem[]]
}

/** An order that a store drew up for the person: its products at their prices, to be confirmed or declined. */
export function DrawnOrder({ quotes }: DrawnOrderProps) {
  const { t } = useTranslation()
  const now = useNow() ?? 0
  const { shop } = useQuoteNames()
  const first = leading(quotes, now)
  const lines = quotes.flatMap(({ rounds }) => rounds.at(-1)?.lines ?? [])
  const sum = lines.reduce((all, { num, price }) => all + num * (price ?? 0), 0)
  return (
    <Screen width="narrow">
      <RefusedList of="quote" />
      <Card className={styles.standing}>
        <div className={styles.words}>
          <strong>{t('quotes.drawn', { shop: shop(first) })}</strong>
          <a href={links.store(first.shopId)} className={styles.shop}>
            <bdi>{shop(first)}</bdi>
          </a>
        </div>
        <p className={styles.state} role="status">
          <StateBadge quote={first} /> {quotes.some(({ pending }) => pending > 0) && <SyncMark />}
        </p>
        <Words quote={first} />
        <DrawnNotes quotes={quotes} />
        {quotes.length > 1 && (
          <p className={styles.sum}>
            <span>
              {t('quotes.sum')} <span className={styles.soft}>{t('quotes.sumHint')}</span>
            </span>
            <strong>
              <Price amount={sum} currency={first.currency} />
            </strong>
          </p>
        )}
        <Acts quotes={quotes} />
      </Card>
      {quotes.map((quote) => (
        <Product key={quote.id} quote={quote} alone={quotes.length === 1} />
      ))}
    </Screen>
  )
}

/** Explains the state of the order to the person. */
function Words({ quote }: { quote: QuoteItem }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const { shop } = useQuoteNames()
  const state = knownState(quote, useNow() ?? 0)
  const time = exactTime(quote.rounds.at(-1)?.until ?? 0, locale)
  switch (state) {
    case 'offered':
      return (
        <p>
          {t('quotes.drawnText')} {t('quotes.offerUntil', { time })}
        </p>
      )
    case 'accepted':
      return <p>{t('quotes.agreedText', { time })}</p>
    case 'open':
      return <p>{t('quotes.openText', { shop: shop(quote) })}</p>
    case 'declined':
      return <p>{t('quotes.orderDeclinedText', { shop: shop(quote) })}</p>
    case 'newer':
      return <p>{t('orders.newer')}</p>
    default:
      return <p>{t(`quotes.${state}Text`)}</p>
  }
}

function Acts({ quotes }: DrawnOrderProps) {
  const { t } = useTranslation()
  const now = useNow() ?? 0
  const [declining, setDeclining] = useState(false)
  const waiting = quotes.filter((quote) => knownState(quote, now) === 'offered')
  const agreed = quotes.filter((quote) => knownState(quote, now) === 'accepted')
  const acts = useDrawnActs()
  if (waiting.length > 0)
    return (
      <>
        <Button kind="accent" wide onClick={() => acts.confirm(waiting, 'quotes.confirmed')}>
          {t('quotes.confirm')}
        </Button>
        <div className={styles.acts}>
          <Button kind="quiet" onClick={() => setDeclining(true)}>
            {t('quotes.decline')}
          </Button>
        </div>
        <DeclineSheet quotes={waiting} open={declining} acts={acts} onClose={() => setDeclining(false)} />
      </>
    )
  if (agreed.length === 0) return null
  return (
    <div className={styles.acts}>
      <ButtonLink href={links.cart}>{t('checkout.toCart')}</ButtonLink>
      <Button kind="secondary" onClick={() => acts.confirm(agreed, 'quotes.againDone')}>
        {t('quotes.again')}
      </Button>
    </div>
  )
}

/** One product of the order. Its state is shown where it may differ from those of the others. */
function Product({ quote, alone }: { quote: QuoteItem; alone: boolean }) {
  const { locale } = useFormat()
  const { productId, title, picture } = quote
  return (
    <Card className={styles.standing}>
      <div className={styles.head}>
        <a href={links.goods(productId)} className={styles.thumb} tabIndex={-1} aria-hidden="true">
          <PictureView sources={pictureSources(picture)} alt="" tint={picture?.tint} sizes="56px" />
        </a>
        <div className={styles.words}>
          <a href={links.goods(productId)} className={styles.title} dir="auto">
            {textIn(title, locale)}
          </a>
          {!alone && <StateBadge quote={quote} />}
        </div>
      </div>
      {quote.rounds.length > 0 && <QuoteLines quote={quote} product={undefined} variants={[]} />}
    </Card>
  )
}

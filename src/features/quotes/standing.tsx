import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asksIn, QUOTE_ASKS_MAX } from '#contract/quotes/rules.ts'
import type { QuoteItem, QuoteShown } from '#localdb/queries/quotes/items.ts'
import { links } from '../../links/links.ts'
import { SyncMark } from '../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { exactTime, useNow } from '../../ui/time.tsx'
import { Counter } from './counter.tsx'
import { knownState, useQuoteNames } from './quote-facts.ts'
import { QuoteLines } from './quote-lines.tsx'
import styles from './quotes.module.css'
import { StateBadge } from './state-badge.tsx'
import { useQuoteActs, type QuoteActs } from './use-quote-acts.ts'

/** The state of a quote, and the actions that are open to the person. */
export function QuoteStanding({ found, quote }: { found: QuoteShown; quote: QuoteItem }) {
  const now = useNow() ?? 0
  const acts = useQuoteActs(quote)
  const [countering, setCountering] = useState(false)
  const state = knownState(quote, now)
  const product = found.product
  return (
    <Card className={styles.standing}>
      <p className={styles.state} role="status">
        <StateBadge quote={quote} /> {quote.pending > 0 && <SyncMark />}
      </p>
      <Words quote={quote} state={state} />
      {quote.rounds.length > 0 && (
        <QuoteLines quote={quote} product={product} variants={found.detail?.variants ?? []} />
      )}
      {countering && state === 'offered' && product ? (
        <Counter
          quote={quote}
          product={product}
          variants={found.detail?.variants ?? []}
          acts={acts}
          onEnd={() => setCountering(false)}
        />
      ) : (
        <Acts quote={quote} state={state} acts={acts} onCounter={product && (() => setCountering(true))} />
      )}
    </Card>
  )
}

interface StateProps {
  quote: QuoteItem
  state: ReturnType<typeof knownState>
}

/** Explains the state to the person. */
function Words({ quote, state }: StateProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const { shop: shopOf } = useQuoteNames()
  const shop = shopOf(quote)
  const until = quote.rounds.at(-1)?.until ?? 0
  const time = exactTime(until, locale)
  switch (state) {
    case 'open':
      return <p>{t(quote.pending > 0 ? 'quotes.waits' : 'quotes.openText', { shop })}</p>
    case 'offered':
      return (
        <p className={styles.offer}>
          <strong>{t('quotes.offer', { shop })}</strong> {t('quotes.offerUntil', { time })}
        </p>
      )
    case 'accepted':
      return <p>{t('quotes.agreedText', { time })}</p>
    case 'newer':
      return <p>{t('orders.newer')}</p>
    default:
      return <p>{t(`quotes.${state}Text`)}</p>
  }
}

interface ActsProps extends StateProps {
  acts: QuoteActs
  /** Undefined while nothing is known of the product here. */
  onCounter: (() => void) | undefined
}

function Acts({ quote, state, acts, onCounter }: ActsProps) {
  const { t } = useTranslation()
  const mayCounter = asksIn(quote) < QUOTE_ASKS_MAX
  switch (state) {
    case 'open':
      return (
        <div className={styles.acts}>
          <Button kind="secondary" onClick={() => acts.close('quotes.withdrawnDone')}>
            {t('quotes.withdraw')}
          </Button>
        </div>
      )
    case 'offered':
      return (
        <>
          <Button kind="accent" wide onClick={() => acts.accept('quotes.accepted')}>
            {t('quotes.accept')}
          </Button>
          <div className={styles.acts}>
            {mayCounter && onCounter && (
              <Button kind="secondary" onClick={onCounter}>
                {t('quotes.counter')}
              </Button>
            )}
            <Button kind="quiet" onClick={() => acts.close('quotes.declinedDone')}>
              {t('quotes.decline')}
            </Button>
          </div>
          {!mayCounter && <p className={styles.soft}>{t('quotes.noMore')}</p>}
        </>
      )
    case 'accepted':
      return (
        <div className={styles.acts}>
          <ButtonLink href={links.cart}>{t('checkout.toCart')}</ButtonLink>
          <Button kind="secondary" onClick={() => acts.accept('quotes.againDone')}>
            {t('quotes.again')}
          </Button>
        </div>
      )
    default:
      return (
        <div className={styles.acts}>
          <ButtonLink kind="secondary" href={links.askPrice(quote.productId)}>
            {t('quotes.askAgain')}
          </ButtonLink>
        </div>
      )
  }
}

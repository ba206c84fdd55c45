import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import type { StoreQuoteItem } from '#localdb/queries/stores/answers.ts'
import { links } from '../../../links/links.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useStoreParam } from '../../../parts/stores/open-desk.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import styles from '../answers.module.css'
import { RequestBadge } from './request-badge.tsx'
import { useDrawnOrder } from './use-drawn-order.ts'

/** The products of an order that the store drew up, of which a quote is one, and how each stands. */
export function DrawnWith({ quote }: { quote: StoreQuoteItem }) {
  const { t } = useTranslation()
  const { locale, number } = useFormat()
  const at = useStoreParam()
  const all = useDrawnOrder(quote)
  if (all.length < 2) return null
  return (
    <Section title={t('asks.drawnWhole')}>
      <ul className={styles.rows} aria-label={t('asks.drawnWhole')}>
        {all.map((one) => (
          <li key={one.id}>
            <a
              href={links.centreRequest(one.id, at)}
              className={styles.with}
              aria-current={one.id === quote.id ? 'page' : undefined}
            >
              <span className={styles.title} dir="auto">
                {textIn(one.title, locale)}
              </span>
              <span className={styles.soft}>
                <RequestBadge quote={one} />{' '}
                {t('goods.pieces', { n: number((one.rounds.at(-1)?.lines ?? []).reduce((n, l) => n + l.num, 0)) })}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Leads to where an order is drawn up for whoever asks for a price. */
export function DrawLink({ quote }: { quote: StoreQuoteItem }) {
  const { t } = useTranslation()
  const at = useStoreParam()
  if (quote.pending) return null
  return (
    <ButtonLink kind="secondary" href={links.centreDraw(`request/${quote.id}`, at)}>
      {t('asks.draw')}
    </ButtonLink>
  )
}

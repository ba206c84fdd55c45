import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { readPaper, type InvoicePaper, type PaperBuyer, type PaperBusiness } from '#contract/invoices/paper.ts'
import type { Invoice } from '#contract/invoices/schema-row.ts'
import { Notice } from '../../ui/blocks/notice.tsx'
import { AddressText } from '../addresses/address-text.tsx'
import { IssuedSums } from './issued-sums.tsx'
import { PaperFact } from './paper-fact.tsx'
import { PaperLines } from './paper-lines.tsx'
import styles from './paper.module.css'
import { useCountryName } from '../addresses/use-country-name.ts'
import { useFormat } from '../format/use-format.ts'
import { utcTime } from '../format/utc-time.ts'

/**
 * An invoice or a credit note as it was issued: the prints of its buyer and of its store differ in the language alone.
 * `row` is opened.
 */
export function IssuedPaper({ row }: { row: Pick<Invoice, 'paper' | 'hash'> }) {
  const { t } = useTranslation()
  const paper = useMemo(() => readPaper(row.paper), [row.paper])
  if (!paper) return <Notice tone="warn">{t('papers.newer')}</Notice>
  return <Issued paper={paper} hash={row.hash} />
}

function Issued({ paper, hash }: { paper: InvoicePaper; hash: string }) {
  const { t } = useTranslation()
  const { kind, currency, lines, market } = paper
  const title = t(`papers.${kind}`)
  return (
    <article className={styles.paper} data-theme="light" aria-label={`${title} ${paper.number}`}>
      <header className={styles.head}>
        <div>
          <p className={styles.title}>{title}</p>
          {paper.test && <p className={styles.test}>{t('papers.testMoney')}</p>}
        </div>
        <Facts paper={paper} />
      </header>
      <div className={styles.parties}>
        <section>
          <h2 className={styles.label}>{t('papers.seller')}</h2>
          <Seller seller={paper.seller} />
        </section>
        <section>
          <h2 className={styles.label}>{t('papers.buyer')}</h2>
          <Buyer buyer={paper.buyer} />
        </section>
        {paper.buyer.place.country !== '' && (
          <section>
            <h2 className={styles.label}>{t('papers.shipTo')}</h2>
            <AddressText address={{ ...paper.buyer.place, mobile: '' }} />
          </section>
        )}
      </div>
      {lines.length > 0 && <PaperLines lines={lines} currency={currency} priced={kind === 'invoice'} />}
      <IssuedSums paper={paper} />
      <footer className={styles.foot}>
        <span>{t('papers.from', { market: market.name })}</span>
        <MarketText market={market} />
        <span className={styles.seal}>
          {t('papers.seal')}: <bdi dir="ltr">{hash}</bdi>
        </span>
      </footer>
    </article>
  )
}

function Facts({ paper: { number, at, credits, why, order, money, kind } }: { paper: InvoicePaper }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  return (
    <dl className={styles.facts}>
      <PaperFact name={t('papers.number')}>
        <bdi dir="ltr">{number}</bdi>
      </PaperFact>
      <PaperFact name={t('papers.issued')}>{utcTime(at, locale)}</PaperFact>
      {credits && (
        <PaperFact name={t('papers.credits')}>
          <bdi dir="ltr">{credits.number}</bdi> · {utcTime(credits.at, locale)}
        </PaperFact>
      )}
      {why && <PaperFact name={t('papers.why')}>{t(`orders.back.${why}`)}</PaperFact>}
      <PaperFact name={t('papers.orderNumber')}>
        <bdi dir="ltr">{order.number}</bdi>
      </PaperFact>
      <PaperFact name={t('papers.ordered')}>{utcTime(order.at, locale)}</PaperFact>
      {kind === 'invoice' && <PaperFact name={t('papers.paid')}>{utcTime(money.at, locale)}</PaperFact>}
      {order.poNumber !== '' && (
        <PaperFact name={t('papers.poNumber')}>
          <bdi>{order.poNumber}</bdi>
        </PaperFact>
      )}
    </dl>
  )
}

/** A name, and under it another name, the address and the tax number, as far as they are given. */
function Business({ name, other, address, taxNumber }: Omit<PaperBusiness, 'legalName'> & { other: string }) {
  const { t } = useTranslation()
  return (
    <>
      <p>
        <bdi>{name}</bdi>
      </p>
      {other !== '' && other !== name && (
        <p>
          <bdi>{other}</bdi>
        </p>
      )}
      {address !== '' && (
        <p className={styles.lined}>
          <bdi>{address}</bdi>
        </p>
      )}
      {taxNumber !== '' && <p>{t('papers.taxNumber', { number: `\u2066${taxNumber}\u2069` })}</p>}
    </>
  )
}

function Seller({ seller: { name, legalName, address, taxNumber, country } }: { seller: InvoicePaper['seller'] }) {
  const countryName = useCountryName()
  return (
    <>
      <Business name={legalName || name} other={name} address={address} taxNumber={taxNumber} />
      {country !== '' && <p>{countryName(country)}</p>}
    </>
  )
}

function Buyer({ buyer: { name, company, address, taxNumber, place } }: { buyer: PaperBuyer }) {
  const who = place.recipient || name
  return (
    <>
      <Business name={company || who} other={who} address={address} taxNumber={taxNumber} />
      {address === '' && place.country !== '' && <AddressText address={{ ...place, recipient: '', mobile: '' }} />}
    </>
  )
}

/** The market's own business, which passes the sale on. */
function MarketText({ market: { legalName, address, taxNumber } }: { market: PaperBusiness }) {
  const { t } = useTranslation()
  const parts = [legalName, address.replaceAll('\n', ', ')].filter((part) => part !== '')
  return (
    <>
      {parts.map((part) => (
        <bdi key={part}>{part}</bdi>
      ))}
      {taxNumber !== '' && <span>{t('papers.taxNumber', { number: `\u2066${taxNumber}\u2069` })}</span>}
    </>
  )
}

import ShieldAlert from 'lucide-react/icons/shield-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MerchantReceipt } from '#contract/merchants/receipt.ts'
import { readStrokes, STROKE_HEIGHT, STROKE_WIDTH, strokesPath } from '#contract/merchants/strokes.ts'
import { useSettings } from '../../data/use-settings.ts'
import { useFormat } from '../format/use-format.ts'
import { intl } from '../../ui/intl.ts'
import { Select } from '../../ui/controls/select.tsx'
import { exactTime } from '../../ui/time.tsx'
import { ContractText, ShippedContractText } from './contract-text.tsx'
import styles from './receipt-paper.module.css'
import { contractWords, verifyReceipt, type Verified } from './verify-receipt.ts'

/** The contract that was signed last, and on demand those that were signed before it. */
export function ReceiptPapers({ receipt }: { receipt: MerchantReceipt }) {
  const { t } = useTranslation()
  const { locale, number } = useFormat()
  const all = [receipt, ...(receipt.earlier ?? [])]
  const [shown, setShown] = useState('0')
  const day = (iso: string): string => intl('date', locale, { dateStyle: 'long' }).format(Date.parse(iso))
  return (
    <>
      {all.length > 1 && (
        <Select
          label={t('merchant.signedVersion')}
          value={shown}
          choices={all.map(({ version, signedAt }, n) => ({
            value: String(n),
            label: t('merchant.versionSigned', { version: number(version), date: day(signedAt) }),
          }))}
          onChange={setShown}
        />
      )}
      <ReceiptPaper key={shown} receipt={all[Number(shown)] ?? receipt} />
    </>
  )
}

/** The signed contract with its receipt, as both sides have it: read and checked, also without a network. */
function ReceiptPaper({ receipt }: { receipt: MerchantReceipt }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const site = useSettings()
  const [text, setText] = useState<string>()
  const [verified, setVerified] = useState<Verified>()
  useEffect(() => {
    let current = true
    void contractWords(receipt).then((found) => current && setText(found))
    void verifyReceipt(receipt, site?.signing_key).then((found) => current && setVerified(found))
    return () => {
      current = false
    }
  }, [receipt, site?.signing_key])
  const facts: [string, string, boolean?][] = [
    [t('merchant.partyA'), receipt.partyA],
    [t('merchant.partyB'), receipt.partyB],
    [t('merchant.storeName'), receipt.store],
    [t('merchant.signedAt'), exactTime(Date.parse(receipt.signedAt), locale)],
    [t('merchant.counterSignedAt'), exactTime(Date.parse(receipt.counterSignedAt), locale)],
    [t('merchant.textHash', { version: receipt.version }), receipt.text, true],
    [t('merchant.marketSignature'), receipt.signature, true],
    [t('merchant.marketKey'), receipt.key, true],
  ]
  const Words = receipt.words === undefined ? ShippedContractText : ContractText
  const strokes = readStrokes(receipt.strokes) ?? []
  return (
    <article className={styles.paper} data-theme="light">
      <p className={styles.verified} data-good={verified === 'whole' || undefined} role="status">
        {verified === 'whole' ? <ShieldCheck aria-hidden="true" /> : <ShieldAlert aria-hidden="true" />}
        {t(`merchant.verified.${verified ?? 'checking'}`)}
      </p>
      <dl className={styles.facts}>
        {facts.map(([name, value, code]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={code ? styles.code : undefined} dir={code ? 'ltr' : undefined}>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {text !== undefined && <Words text={text} language={receipt.language} />}
      <figure className={styles.signed}>
        <figcaption>{t('merchant.signature')}</figcaption>
        <svg
          viewBox={`0 0 ${STROKE_WIDTH} ${STROKE_HEIGHT}`}
          role="img"
          aria-label={t('merchant.signatureOf', { name: receipt.partyB })}
        >
          <path d={strokesPath(strokes)} className={styles.ink} />
        </svg>
      </figure>
    </article>
  )
}

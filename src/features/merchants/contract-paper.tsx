import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MARKET_NAME } from '#contract/appearance/market-name.ts'
import { isSigned, type Stroke } from '#contract/merchants/strokes.ts'
import { links } from '../../links/links.ts'
import { useSettings } from '../../data/use-settings.ts'
import { ContractText } from '../../parts/merchants/contract-text.tsx'
import { Facts } from '../../parts/format/facts.tsx'
import { useFeeText } from '../../parts/money/use-fee-text.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { intl } from '../../ui/intl.ts'
import { useNow } from '../../ui/time.tsx'
import type { KeptContract } from './draft.ts'
import styles from './merchant.module.css'
import { SignaturePad } from './signature-pad.tsx'

interface ContractPaperProps {
  contract: KeptContract
  realName: string
  storeName: string
  busy: boolean
  onSign(strokes: readonly Stroke[]): void
  /** Beneath the button: why it was not taken. */
  children?: ReactNode
}

/** The contract between the market and the merchant, to be read and signed. */
export function ContractPaper({ contract, realName, storeName, busy, onSign, children }: ContractPaperProps) {
  const { t } = useTranslation()
  const { locale, number } = useFormat()
  const site = useSettings()
  const fee = useFeeText(site?.fee)
  const now = useNow()
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  const [missing, setMissing] = useState(false)
  const sign = () => {
    const signed = isSigned(strokes)
    setMissing(!signed)
    if (signed) onSign(strokes)
  }
  const facts: [string, string][] = [
    [t('merchant.partyA'), site?.web_name ?? MARKET_NAME],
    [t('merchant.partyB'), realName],
    [t('merchant.storeName'), storeName],
    ...(fee ? [[t('fees.title'), [fee.fee, fee.next].filter(Boolean).join(' ')] as [string, string]] : []),
    [t('merchant.version'), number(contract.version)],
    [t('merchant.date'), now === undefined ? '' : intl('date', locale, { dateStyle: 'long' }).format(now)],
  ]
  return (
    <Card className={styles.contract}>
      <Facts facts={facts} className={styles.parties} />
      <ContractText text={contract.text} language={contract.language} />
      <SignaturePad
        strokes={strokes}
        error={missing && !isSigned(strokes) ? t('refusals.notSigned') : undefined}
        onChange={setStrokes}
      />
      <Button wide busy={busy} onClick={sign}>
        {t('merchant.sign')}
      </Button>
      {children}
      <ButtonLink kind="quiet" href={links.merchant}>
        {t('merchant.goBack')}
      </ButtonLink>
    </Card>
  )
}

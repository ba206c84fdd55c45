import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { matchLocale } from '#contract/locales.ts'
import { MARKET_NAME } from '#contract/rules/market-name.ts'
import { CONTRACT_VERSION, contractText } from '#contract/rules/merchant-contract.ts'
import { cleanName } from '#contract/rules/merchant.ts'
import { isSigned, type Stroke } from '#contract/rules/strokes.ts'
import { links } from '../../app/links.ts'
import { useSettings } from '../../data/use-settings.ts'
import { Facts } from '../../parts/facts.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useFeeText } from '../../parts/use-fee-text.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-state.tsx'
import { intl } from '../../ui/intl.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/time.tsx'
import { ContractText } from '../../parts/contract-text.tsx'
import { MerchantSteps } from './merchant-steps.tsx'
import styles from './merchant.module.css'
import { SignaturePad } from './signature-pad.tsx'
import type { Apply } from './use-apply.ts'

/** The contract between the market and the merchant, to be read and signed. */
export function ContractView({ apply }: { apply: Apply }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const site = useSettings()
  const fee = useFeeText(site?.fee)
  const now = useNow()
  const [text, setText] = useState<string | null>()
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  const [missing, setMissing] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let current = true
    contractText(CONTRACT_VERSION, matchLocale([locale])).then(
      (found) => current && setText(found ?? null),
      // Its words come with the app; offline before they ever came there are none.
      () => current && setText(null),
    )
    return () => {
      current = false
    }
  }, [locale, tries])
  const sign = () => {
    const signed = isSigned(strokes)
    setMissing(!signed)
    if (signed) void apply.send(strokes)
  }
  if (text === undefined)
    return (
      <Screen width="narrow" title={t('merchant.contract')}>
        <Skeleton height="30rem" />
      </Screen>
    )
  if (text === null)
    return (
      <Screen width="narrow" title={t('merchant.contract')}>
        <ErrorState
          title={t('merchant.noContract')}
          text={t('merchant.noContractHint')}
          retry={{ label: t('merchant.tryAgain'), run: () => setTries(tries + 1) }}
        />
      </Screen>
    )
  const facts: [string, string][] = [
    [t('merchant.partyA'), site?.web_name ?? MARKET_NAME],
    [t('merchant.partyB'), cleanName(apply.draft.realName)],
    [t('merchant.storeName'), cleanName(apply.draft.storeName)],
    ...(fee ? [[t('fees.title'), [fee.fee, fee.next].filter(Boolean).join(' ')] as [string, string]] : []),
    [t('merchant.date'), now === undefined ? '' : intl('date', locale, { dateStyle: 'long' }).format(now)],
  ]
  return (
    <Screen width="narrow" title={t('merchant.contract')}>
      <MerchantSteps at={0} />
      <Card className={styles.contract}>
        <Facts facts={facts} className={styles.parties} />
        <ContractText text={text} />
        <SignaturePad
          strokes={strokes}
          error={missing && !isSigned(strokes) ? t('refusals.notSigned') : undefined}
          onChange={setStrokes}
        />
        <Button wide busy={apply.busy} onClick={sign}>
          {t('merchant.sign')}
        </Button>
        <ButtonLink kind="quiet" href={links.merchant}>
          {t('merchant.goBack')}
        </ButtonLink>
      </Card>
    </Screen>
  )
}

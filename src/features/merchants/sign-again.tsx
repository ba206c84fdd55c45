import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { strokesText, type Stroke } from '#contract/merchants/strokes.ts'
import type { MerchantApplication } from '#contract/sync/schema-rows.ts'
import { links } from '../../links/links.ts'
import { useAsked } from '../../data/use-asked.ts'
import { useCall } from '../../data/use-call.ts'
import { useLanguage } from '../../data/texts/use-language.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/blocks/empty-state.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import { ContractPaper } from './contract-paper.tsx'
import type { KeptContract } from './draft.ts'
import { viewLink } from './merchant-links.ts'
import { signedContract } from './signed-contract.ts'

/** The newest contract for a store that has signed another one (`signed`), which holds until this one is signed. */
export function SignAgain({ application, signed }: { application: MerchantApplication; signed: number }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const failureText = useFailureText()
  const toast = useToast()
  const [, navigate] = useLocation()
  const { data, failure, again } = useAsked('merchant.contract', { language: useLanguage() })
  const { call, busy } = useCall('merchant.sign')
  const reach = useCall('shop.reach')
  const [why, setWhy] = useState('')
  const sign = async (contract: KeptContract, strokes: readonly Stroke[]) => {
    setWhy('')
    const outcome = await call({
      id: application.id,
      contract: await signedContract(contract),
      strokes: strokesText(strokes),
    })
    if (outcome.kind !== 'accepted') {
      setWhy(failureText(outcome))
      // Another version may have come meanwhile: it is shown, and read before it is signed.
      if (outcome.kind === 'refused' && outcome.refusal.reason === 'contractMoved') again()
      return
    }
    // The receipt comes as a row.
    await reach.call({})
    toast({ text: t('merchant.signedNow', { version: number(contract.version) }), kind: 'good' })
    navigate(links.merchant, { replace: true })
  }
  return (
    <Screen width="narrow" title={t('merchant.contract')}>
      {!data && !failure && <Skeleton height="30rem" />}
      {!data && failure && (
        <ErrorState
          title={t('merchant.noContract')}
          text={failureText(failure)}
          retry={{ label: t('merchant.tryAgain'), run: again }}
        />
      )}
      {data?.version === signed && (
        <>
          <Notice tone="good">{t('merchant.signedNewest', { version: number(signed) })}</Notice>
          <ButtonLink href={viewLink('receipt')}>{t('merchant.receipt')}</ButtonLink>
        </>
      )}
      {data && data.version !== signed && (
        <>
          <Notice>{t('merchant.holdsUntil', { version: number(signed) })}</Notice>
          <ContractPaper
            key={data.text}
            contract={data}
            realName={application.realName}
            storeName={application.storeName}
            busy={busy || reach.busy}
            onSign={(strokes) => void sign(data, strokes)}
          >
            {why !== '' && (
              <Notice tone="bad" urgent>
                {why}
              </Notice>
            )}
          </ContractPaper>
        </>
      )}
    </Screen>
  )
}

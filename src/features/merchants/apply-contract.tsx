import { useTranslation } from 'react-i18next'
import { cleanName } from '#contract/merchants/rules.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { ErrorState } from '../../ui/blocks/empty-state.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { ContractPaper } from './contract-paper.tsx'
import { MerchantSteps } from './merchant-steps.tsx'
import type { Apply } from './use-apply.ts'

interface ApplyContractProps {
  apply: Apply
  /** Asks for the contract where it has never come. */
  again(): void
  asking: boolean
}

/** The contract of an application, as it came last. */
export function ApplyContract({ apply, again, asking }: ApplyContractProps) {
  const { t } = useTranslation()
  const { contract, realName, storeName } = apply.draft
  if (!contract)
    return (
      <Screen width="narrow" title={t('merchant.contract')}>
        {asking ? (
          <Skeleton height="30rem" />
        ) : (
          <ErrorState
            title={t('merchant.noContract')}
            text={t('merchant.noContractHint')}
            retry={{ label: t('merchant.tryAgain'), run: again }}
          />
        )}
      </Screen>
    )
  return (
    <Screen width="narrow" title={t('merchant.contract')}>
      <MerchantSteps at={0} />
      <ContractPaper
        // Another text is signed anew.
        key={contract.text}
        contract={contract}
        realName={cleanName(realName)}
        storeName={cleanName(storeName)}
        busy={apply.busy}
        onSign={(strokes) => void apply.send(contract, strokes)}
      />
    </Screen>
  )
}

import Printer from 'lucide-react/icons/printer'
import { useTranslation } from 'react-i18next'
import type { MerchantReceipt } from '#contract/rules/merchant-receipt.ts'
import { ReceiptPaper } from '../../parts/receipt-paper.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../ui/button.tsx'

/** The merchant's own copy of the signed contract, to be read and printed. */
export function ReceiptView({ receipt }: { receipt: MerchantReceipt }) {
  const { t } = useTranslation()
  return (
    <Screen
      width="narrow"
      title={t('merchant.receipt')}
      foot={
        <Button wide icon={<Printer />} onClick={() => print()}>
          {t('merchant.print')}
        </Button>
      }
    >
      <ReceiptPaper receipt={receipt} />
    </Screen>
  )
}

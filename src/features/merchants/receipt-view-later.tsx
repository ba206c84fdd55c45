import Printer from 'lucide-react/icons/printer'
import { useTranslation } from 'react-i18next'
import type { MerchantReceipt } from '#contract/merchants/receipt.ts'
import { ReceiptPapers } from '../../parts/merchants/receipt-paper.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { Button } from '../../ui/controls/button.tsx'

/** The merchant's own copy of the contracts that they have signed, to be read and printed. */
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
      <ReceiptPapers receipt={receipt} />
    </Screen>
  )
}

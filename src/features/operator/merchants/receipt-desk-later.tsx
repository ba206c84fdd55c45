import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MerchantReceipt } from '#contract/merchants/receipt.ts'
import { ReceiptPapers } from '../../../parts/merchants/receipt-paper.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import styles from '../operator.module.css'

/** The contract that an applicant has signed, shown when it is asked for: the market's copy of the same receipt. */
export function SignedContractSection({ receipt }: { receipt: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <Card className={styles.stack}>
      <Button kind="secondary" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(open ? 'applications.hideContract' : 'applications.showContract')}
      </Button>
      {open && (
        <>
          <ReceiptPapers receipt={JSON.parse(receipt) as MerchantReceipt} />
          <Button kind="quiet" icon={<Printer />} onClick={() => print()}>
            {t('merchant.print')}
          </Button>
        </>
      )}
    </Card>
  )
}

import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MerchantReceipt } from '#contract/rules/merchant-receipt.ts'
import { ReceiptPaper } from '../../parts/receipt-paper.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { intl } from '../../ui/intl.ts'
import { Select } from '../../ui/select.tsx'

/** The merchant's own copy of each contract that they have signed, to be read and printed. */
export function ReceiptView({ receipt }: { receipt: MerchantReceipt }) {
  const { t } = useTranslation()
  const { locale, number } = useFormat()
  const all = [receipt, ...(receipt.earlier ?? [])]
  const [shown, setShown] = useState('0')
  const day = (iso: string): string => intl('date', locale, { dateStyle: 'long' }).format(Date.parse(iso))
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
    </Screen>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { networkName } from '#contract/coins/networks.ts'
import type { WithdrawalItem } from '#localdb/queries/withdrawals.ts'
import { GrowingField } from '../../../ui/controls/growing-field.tsx'
import { useAddressCheck, useAddressFaultText } from './use-address-check.ts'
import { comparedAddresses } from './used-addresses.ts'
import { UsedAddresses } from './used-addresses-list.tsx'
import type { WithdrawMethod } from '../use-withdrawing.ts'

interface AddressFieldProps {
  method: WithdrawMethod
  items: readonly WithdrawalItem[]
  value: string
  onChange(address: string): void
  /** An earlier address was chosen. */
  onChosen(): void
  error: string | undefined
  ref(field: HTMLElement | null): void
}

/** The address of a withdrawal, checked on the device once the field is left; earlier ones to choose from. */
export function WithdrawalAddressField({ method, items, value, onChange, onChosen, error, ref }: AddressFieldProps) {
  const { t } = useTranslation()
  const [left, setLeft] = useState(false)
  const faultText = useAddressFaultText(method)
  const read = useAddressCheck()?.(method, value, comparedAddresses(items, method.network))
  const isAddress = read !== undefined && 'address' in read
  // An empty field is no fault until the form is submitted.
  const fault = left && value.trim() !== '' ? faultText(read) : undefined
  return (
    <div>
      <GrowingField
        label={t('withdraw.address')}
        hint={t(isAddress ? 'withdraw.isAddress' : 'withdraw.addressHint', { network: networkName(method.network) })}
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        translate="no"
        maxLength={120}
        required
        value={value}
        onChange={(text) => {
          onChange(text)
          setLeft(false)
        }}
        onBlur={() => setLeft(true)}
        error={error ?? fault}
        ref={ref}
      />
      <UsedAddresses
        method={method}
        items={items}
        chosen={value}
        onChoose={(address) => {
          onChange(address)
          onChosen()
        }}
      />
    </div>
  )
}

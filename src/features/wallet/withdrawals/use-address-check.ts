import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { networkName } from '#contract/coins/networks.ts'
import type { checkAddress } from './address-check.ts'
import type { WithdrawMethod } from '../use-withdrawing.ts'

/** Checks an address; with the code of checksums, in a chunk of its own. */
type AddressCheck = typeof checkAddress

/** Loads the check of addresses; undefined when it cannot be loaded (offline before the first load). */
export const loadAddressCheck = (): Promise<AddressCheck | undefined> =>
  import('./address-check.ts').then(
    (module) => module.checkAddress,
    () => undefined,
  )

/** The check of addresses, loaded beside the form; undefined until then. */
export function useAddressCheck(): AddressCheck | undefined {
  const [check, setCheck] = useState<AddressCheck>()
  useEffect(() => {
    void loadAddressCheck().then((loaded) => loaded && setCheck(() => loaded))
  }, [])
  return check
}

/** Puts the fault of an address into words; undefined where it has none. */
export function useAddressFaultText({
  network,
}: WithdrawMethod): (read: ReturnType<AddressCheck> | undefined) => string | undefined {
  const { t } = useTranslation()
  return (read) => {
    if (!read || !('fault' in read)) return undefined
    return read.fault === 'network'
      ? t('withdraw.fault.network', { other: networkName(read.network), network: networkName(network) })
      : t(`withdraw.fault.${read.fault}`, { network: networkName(network) })
  }
}

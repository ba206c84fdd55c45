import type { AddressField } from '#contract/addresses/fields.ts'
import styles from './address-text.module.css'
import { useAreaNames } from './use-areas.ts'
import { useCountryName } from './use-country-name.ts'
import { useFormat } from '../format/use-format.ts'

const join = (...parts: string[]): string => parts.filter(Boolean).join(', ')

/** An address for reading: recipient, phone number and place, in the order of the language. */
export function AddressText({ address }: { address: Record<AddressField, string> }) {
  const { locale } = useFormat()
  const countryName = useCountryName()
  const { province } = useAreaNames(address)
  const country = countryName(address.country)
  const where =
    locale === 'zh'
      ? [[country, province, address.city].filter(Boolean).join(' '), join(address.detail, address.zip)]
      : [address.detail, join(address.city, province, address.zip), country]
  return (
    <div className={styles.address}>
      <p className={styles.who}>
        <bdi>{address.recipient}</bdi>
        <bdi dir="ltr" className={styles.mobile}>
          {address.mobile}
        </bdi>
      </p>
      {where.map(
        (line, n) =>
          line && (
            <p key={n} className={styles.line}>
              <bdi>{line}</bdi>
            </p>
          ),
      )}
    </div>
  )
}

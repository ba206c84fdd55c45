import { useAreaNames } from './use-areas.ts'
import { useCountryName } from './use-country-name.ts'

/** A country, or a province behind its country, by its code. */
export function AreaTitle({ code }: { code: string }) {
  const [country] = code.split('-') as [string]
  const name = useCountryName()(country)
  const { province } = useAreaNames({ country, province: code === country ? '' : code })
  return <bdi>{province ? `${name} · ${province}` : name}</bdi>
}

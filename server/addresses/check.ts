import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'
import { addressLengths, type AddressField } from '#contract/addresses/fields.ts'
import { isCountry, provinceCode } from '../market/area-tree.ts'

/** Some fields of an address. */
export type AddressPatch = { [F in AddressField]?: string | undefined }

/**
 * One line of text as it is kept: no runs of blanks, no control characters; undefined when it is too long or broken.
 */
function line(field: AddressField, text: string): string | undefined {
  const clean = text.replace(/\s+/gu, ' ').trim()
  return clean.length <= addressLengths[field] && !/\p{Cc}/u.test(clean) && clean.isWellFormed() ? clean : undefined
}

/** The given fields as they are kept, each checked by itself; or which of them cannot be. */
export function cleanPatch(
  patch: AddressPatch,
): { patch: Partial<Record<AddressField, string>> } | { wrong: AddressField } {
  const clean: Partial<Record<AddressField, string>> = {}
  for (const [key, text] of Object.entries(patch)) {
    if (text === undefined) continue
    const field = key as AddressField
    const kept = line(field, text)
    if (kept === undefined || (field === 'country' && kept !== '' && !isCountry(kept))) return { wrong: field }
    clean[field] = kept
  }
  return { patch: clean }
}

/**
 * A mobile number in E.164, read as one of the country unless it begins with a plus; undefined when there can be no
 * such number.
 */
export function mobileOf(text: string, country: string): string | undefined {
  const number = parsePhoneNumberFromString(text, { defaultCountry: country as CountryCode, extract: false })
  return number?.isValid() ? number.number : undefined
}

/**
 * A province as it is kept: its code where the tree knows it, else the text itself; undefined when it is the code of
 * another country's.
 */
export function provinceOf(text: string, country: string): string | undefined {
  if (text === '') return ''
  return provinceCode(country, text) ?? (/^[A-Z]{2}-[A-Z0-9]+$/.test(text) ? undefined : text)
}

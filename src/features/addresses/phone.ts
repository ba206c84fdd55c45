import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/min'

/** A number in E.164, read as one of the country unless it begins with a plus; undefined when it is not valid. */
export function e164(text: string, country: string): string | undefined {
  const number = parsePhoneNumberFromString(text, {
    ...(isSupportedCountry(country) && { defaultCountry: country as CountryCode }),
    extract: false,
  })
  return number?.isValid() ? number.number : undefined
}

/** A country's calling code with its plus. */
export const callingCode = (country: string): string | undefined =>
  isSupportedCountry(country) ? `+${getCountryCallingCode(country)}` : undefined

/** Codes of all countries that have phone numbers. */
export const countries = (): string[] => getCountries()

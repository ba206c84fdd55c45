import { isCoin } from '../coins/assets.ts'

/**
 * The currencies in use (ISO 4217): without funds, metals, codes for tests, and what was withdrawn, of which
 * `Intl.supportedValuesOf` has some. SQL has the same list: `is_currency`.
 */
export const currencyCodes: readonly string[] = [
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN',
  'BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP',
  'GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS',
  'KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR',
  'MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD',
  'RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP',
  'TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG',
].flatMap((row) => row.split(' '))

const known: ReadonlySet<string> = new Set(currencyCodes)

/** Whether a code is a currency's. */
export const isCurrency = (code: string): boolean => known.has(code)

/** Whether something can have a rate: a currency or a coin, by its code in capitals. */
export const isRated = (code: string): boolean => isCurrency(code) || isCoin(code)

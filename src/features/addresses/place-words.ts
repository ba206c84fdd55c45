const provinceWords = [
  'state',
  'county',
  'prefecture',
  'emirate',
  'governorate',
  'region',
  'department',
  'canton',
] as const
type ProvinceWord = (typeof provinceWords)[number] | 'province'

/** The countries by their word for their own parts. All others use `province`. */
const byProvince: Record<(typeof provinceWords)[number], string> = {
  state: 'AT AU BR DE IN MX MY NG SD US VE',
  county: 'EE GB HR HU IE KE LT NO RO SE',
  prefecture: 'JP',
  emirate: 'AE',
  governorate: 'BH EG IQ JO KW LB OM PS SY TN YE',
  region: 'BY CL CZ DK ET FR GH GR IT KZ NZ PE RU SA SK TZ UA',
  department: 'BO CO GT HN HT NI PY SV UY',
  canton: 'CH',
}

/** The country's word for its own parts, such as state or canton; a key of `addresses.provinces`. */
export const provinceWord = (country: string): ProvinceWord =>
  country === ''
    ? 'province'
    : (provinceWords.find((word) => byProvince[word].split(' ').includes(country)) ?? 'province')

/** The country's word for its postal code; a key of `addresses.zips`. */
export function zipWord(country: string): 'zip' | 'postcode' | 'postal' | 'pin' {
  if (country === 'IN') return 'pin'
  if (/^(?:AU|GB|IE|MY|NZ)$/.test(country)) return 'postcode'
  return /^(?:CA|GH|KE|NG|PH|SG|ZA)$/.test(country) ? 'postal' : 'zip'
}

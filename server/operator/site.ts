import { isTaken, paymentMethods } from '#contract/rules/payment-methods.ts'
import { isSafeLink, isWebAddress } from '#contract/rules/site-links.ts'
import type { Partner } from '#contract/schema/site.ts'
import { audit, byCommand, type Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables.ts'
import { readGroups } from '../articles/read.ts'
import { parseLoanTerms } from '../loans/terms.ts'
import { catalogueTransaction } from '../feed/catalogue-feed.ts'
import { readSiteSettings, siteSettingNames, writeSiteSetting, type SiteSetting } from '../settings.ts'
import { cannot, OperatorError } from './answer.ts'

/** The longest value, and the most names in a list. */
const [VALUE_MAX, LISTED_MAX] = [2_000, 20]

/** `setting [name [value]]`: says all, says one, or sets one. */
export async function setSite(
  db: Db,
  [name, value, ...more]: readonly string[],
  _now = 0,
  actor: Actor = byCommand,
): Promise<string> {
  const all = await readSiteSettings(db)
  if (name === undefined) return siteSettingNames.map((one) => `${one} = ${all[one]}`).join('\n')
  const known = siteSettingNames.find((one) => one === name)
  if (!known || more.length > 0) throw new OperatorError(`A setting is one of ${siteSettingNames.join(', ')}.`)
  if (value === undefined) return `${known} = ${all[known]}`
  if (value.length > VALUE_MAX || /\p{Cc}/u.test(value)) throw cannot('cannot.siteLong', { max: VALUE_MAX })
  const read = await readers[known](value.trim(), db)
  await catalogueTransaction(db, async ({ tx }) => {
    await writeSiteSetting(tx, known, read)
    const subject = `setting:${known}`
    await audit(tx, { ...actor, what: 'setting.put', subject, before: { value: all[known] }, after: { value: read } })
  })
  return `${known} = ${read}`
}

const listed = (value: string): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** What each value must be; answers with it as it is kept. */
const readers: Record<SiteSetting, (value: string, db: Db) => string | Promise<string>> = {
  web_name: (value) => {
    if (value === '' || value.length > 40) throw cannot('cannot.siteName')
    return value
  },
  service_url: (value) => {
    if (value !== '' && !isWebAddress(value)) throw cannot('cannot.siteAddress', { value })
    return value
  },
  footer_news: async (value, db) => {
    const slugs = listed(value)
    const groups = await readGroups(db)
    const strange = slugs.find((slug) => !groups.some((group) => group.slug === slug && group.pid === 0))
    if (strange !== undefined) throw cannot('cannot.siteGroup', { slug: strange })
    return [...new Set(slugs)].join(',')
  },
  payment_methods: (value) => {
    const names = listed(value)
    const strange = names.find((name) => !isTaken(name))
    if (strange !== undefined) throw cannot('cannot.siteTaken', { name: strange, taken: paymentMethods.join(', ') })
    return [...new Set(names)].join(',')
  },
  loan_terms: (value) => {
    if (value === '') return ''
    const terms = parseLoanTerms(value)
    if (!terms)
      throw new OperatorError(
        'What is lent reads “USD 500-50000 3,6,12 8.5”: currency, least and most, terms in months, interest a year in percent. Nothing (“”) lends nothing.',
      )
    return JSON.stringify(terms)
  },
  partners: (value) => JSON.stringify(readPartners(value)),
}

/** `Name=https://… ; Name` and so on; after an address and a space the path of a logo may stand. */
function readPartners(value: string): Partner[] {
  const partners = value.split(';').flatMap((one): Partner[] => {
    const [, name = '', address = ''] = /^\s*([^=]*[^=\s])\s*(?:=(.*))?$/.exec(one) ?? []
    if (name === '') return []
    const [url = '', logo = ''] = address.trim().split(/\s+/)
    if (name.length > 60) throw cannot('cannot.partnerName')
    if (url !== '' && !isSafeLink(url)) throw cannot('cannot.partnerAddress', { url })
    if (logo !== '' && !/^[\w-]+(\/[\w-]+)+$/.test(logo)) throw cannot('cannot.partnerLogo', { logo })
    return [{ name, url: url || null, logo: logo || null }]
  })
  if (partners.length > LISTED_MAX) throw cannot('cannot.partnersMany', { max: LISTED_MAX })
  return partners
}

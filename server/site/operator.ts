import { isPaymentMethod, paymentMethods } from '#contract/market/payment-methods.ts'
import { readReviewHours, readShipDays, REVIEW_HOURS_MAX, SHIP_DAYS_MAX } from '#contract/market/promises.ts'
import { isSafeLink, isWebAddress } from '#contract/text/site-links.ts'
import type { Partner } from '#contract/site/schema.ts'
import { audit, byCommand, type Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables/tables.ts'
import { readGroups } from '../articles/read.ts'
import { depositTermsText, readDepositTerms } from '../deposits/terms.ts'
import { parseLoanTerms } from '../loans/terms.ts'
import { catalogueTransaction } from '../feed/catalogue-feed.ts'
import { readSiteSettings, siteSettingNames, writeSiteSetting, type SiteSetting } from '../market/settings.ts'
import { readWalletCaps, walletCapsText } from '../withdrawals/caps.ts'
import { readWithdrawalTerms, withdrawalTermsText } from '../withdrawals/terms.ts'
import { cannot, OperatorError } from '../operator/answer.ts'
import { readColor, readDescription } from '../appearance/operator.ts'
import { readEmail, readPhone, readText } from './imprint.ts'

/** The longest value, and the most names in a list. */
const [VALUE_MAX, LISTED_MAX] = [2_000, 20]

/** Sets one of the website's settings; returns it as it is kept. @throws OperatorError */
export async function putSite(db: Db, name: SiteSetting, value: string, actor: Actor): Promise<string> {
  if (value.length > VALUE_MAX || /\p{Cc}/u.test(value)) throw cannot('cannot.siteLong', { max: VALUE_MAX })
  const read = await readers[name](value.trim(), db)
  await catalogueTransaction(db, async ({ tx }) => {
    const before = { value: (await readSiteSettings(tx))[name] }
    await writeSiteSetting(tx, name, read)
    // The new terms may be enough for deposits that wait.
    if (name === 'deposit_terms')
      await tx.updateTable('deposits').set({ stale: true }).where('credited', '=', false).execute()
    await audit(tx, { ...actor, what: 'setting.put', subject: `setting:${name}`, before, after: { value: read } })
  })
  return read
}

/** The setting of a name. @throws OperatorError */
export function siteSetting(name: string): SiteSetting {
  const setting = siteSettingNames.find((one) => one === name)
  if (!setting) throw cannot('cannot.siteUnknown', { names: siteSettingNames.join(', ') })
  return setting
}

/** `setting [name [value]]`: shows all, shows one, or sets one. */
export async function setSite(
  db: Db,
  [name, value, ...more]: readonly string[],
  _now = 0,
  actor: Actor = byCommand,
): Promise<string> {
  const all = await readSiteSettings(db)
  if (name === undefined) return siteSettingNames.map((one) => `${one} = ${all[one]}`).join('\n')
  if (more.length > 0) throw new OperatorError('A setting has one value; put it in quotes.')
  const setting = siteSetting(name)
  return `${setting} = ${value === undefined ? all[setting] : await putSite(db, setting, value, actor)}`
}

const listed = (value: string): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** Checks each value, and returns it as it is kept. */
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
    const strange = names.find((name) => !isPaymentMethod(name))
    if (strange !== undefined) throw cannot('cannot.siteTaken', { name: strange, taken: paymentMethods.join(', ') })
    return [...new Set(names)].join(',')
  },
  loan_terms: (value) => {
    if (value === '') return ''
    const terms = parseLoanTerms(value)
    if (!terms) throw cannot('cannot.loanTerms')
    return JSON.stringify(terms)
  },
  deposit_terms: (value) => {
    if (value === '') return ''
    const terms = readDepositTerms(value)
    if (!terms) throw cannot('cannot.depositTerms')
    return depositTermsText(terms)
  },
  withdrawal_terms: (value) => {
    if (value === '') return ''
    const terms = readWithdrawalTerms(value)
    if (!terms) throw cannot('cannot.withdrawalTerms')
    return withdrawalTermsText(terms)
  },
  wallet_caps: (value) => {
    const caps = readWalletCaps(value)
    if (!caps) throw cannot('cannot.walletCaps')
    return walletCapsText(caps)
  },
  ship_days: (value) => {
    const days = readShipDays(value)
    if (days === undefined) throw cannot('cannot.shipDays', { max: SHIP_DAYS_MAX })
    return String(days)
  },
  review_hours: (value) => {
    const hours = readReviewHours(value)
    if (!hours) throw cannot('cannot.reviewHours', { max: REVIEW_HOURS_MAX })
    return `${hours.reviewLeast}-${hours.reviewMost}`
  },
  partners: (value) => JSON.stringify(readPartners(value)),
  payment_sources: (value) => JSON.stringify(readPartners(value)),
  description: readDescription,
  color: readColor,
  legal_name: readText(120),
  legal_address: readText(300),
  tax_number: readText(60),
  contact_email: readEmail,
  contact_phone: readPhone,
}

/** `Name=https://… ; Name` and so on; after an address, or `-` for none, and a space the path of a logo may stand. */
function readPartners(value: string): Partner[] {
  const partners = value.split(';').flatMap((one): Partner[] => {
    const [, name = '', address = ''] = /^\s*([^=]*[^=\s])\s*(?:=(.*))?$/.exec(one) ?? []
    if (name === '') return []
    const [typed = '', logo = ''] = address.trim().split(/\s+/)
    const url = typed === '-' ? '' : typed
    if (name.length > 60) throw cannot('cannot.partnerName')
    if (url !== '' && !isSafeLink(url)) throw cannot('cannot.partnerAddress', { url })
    if (logo !== '' && !/^[\w-]+(\/[\w-]+)+$/.test(logo)) throw cannot('cannot.partnerLogo', { logo })
    return [{ name, url: url || null, logo: logo || null }]
  })
  if (partners.length > LISTED_MAX) throw cannot('cannot.partnersMany', { max: LISTED_MAX })
  return partners
}

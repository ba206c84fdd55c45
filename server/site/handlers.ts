import { isPaymentMethod } from '#contract/market/payment-methods.ts'
import type { ArticleGroup } from '#contract/articles/schema.ts'
import type { Imprint, Partner } from '#contract/site/schema.ts'
import { appearanceOf, readLogo } from '../appearance/appearance.ts'
import { filledGroups, readGroups } from '../articles/read.ts'
import { accepted, type HandlersFor } from '../http/handlers.ts'
import { readLoanTerms } from '../loans/terms.ts'
import { keysOf } from '../keys/keys-of.ts'
import { publishedContract } from '../market/merchant-contract/versions.ts'
import { readFeeRates } from '../market/fee-rate.ts'
import { openCountries } from '../market/areas/change.ts'
import { promisesOf } from '../market/promises.ts'
import { readSiteSettings, type SiteSetting } from '../market/settings.ts'

/** The website settings. `publicUrl` is where people reach the market. */
export const siteHandlers = ({ publicUrl }: { publicUrl: string | undefined }): HandlersFor<'site.settings'> => ({
  'site.settings': async ({ db, now }) => {
    const [settings, logo, groups, written, countries, fee, contract] = await Promise.all([
      readSiteSettings(db),
      readLogo(db),
      readGroups(db),
      filledGroups(db),
      openCountries(db),
      readFeeRates(db, now()),
      publishedContract(db),
    ])
    const imprint = imprintOf(settings)
    const withRole = (name: string): number | undefined => groups.find((one) => one.role === name)?.id
    const about = withRole('about')
    // The imprint stands where the market writes about itself, also while nothing else does.
    const filled = imprint && about !== undefined ? new Set([...written, about]) : written
    const role = (name: string): number | null => {
      const id = withRole(name)
      return id !== undefined && filled.has(id) ? id : null
    }
    const { version, style } = appearanceOf(settings, logo)
    const slugs = settings.footer_news.split(',')
    const roots = slugs.flatMap((slug) => groups.find((group) => group.slug === slug) ?? [])
    return accepted({
      web_name: settings.web_name,
      service_url: settings.service_url || null,
      footer_news: footerTree(roots, groups, filled),
      faqs: role('faqs'),
      about: role('about'),
      buyers: role('buyers'),
      sellers: role('sellers'),
      payment_methods: settings.payment_methods.split(',').filter(isPaymentMethod),
      partners: JSON.parse(settings.partners) as Partner[],
      payment_sources: JSON.parse(settings.payment_sources) as Partner[],
      loans: readLoanTerms(settings.loan_terms),
      countries,
      address: publicUrl ?? null,
      fee,
      imprint,
      promises: promisesOf(settings),
      contract: contract ?? null,
      appearance: { version, style },
      signing_key: keysOf(db).signing?.publicKey ?? null,
    })
  },
})

/** The legal name, address and contacts of the market, as far as its operator gives them; null where none are given. */
function imprintOf(settings: Readonly<Record<SiteSetting, string>>): Imprint | null {
  const imprint = {
    name: settings.legal_name || null,
    address: settings.legal_address || null,
    tax: settings.tax_number || null,
    email: settings.contact_email || null,
    phone: settings.contact_phone || null,
  }
  return Object.values(imprint).some((one) => one !== null) ? imprint : null
}

/** The roots with what stands below them, as one list: only what leads to something. */
function footerTree(
  roots: readonly ArticleGroup[],
  groups: readonly ArticleGroup[],
  filled: ReadonlySet<number>,
): ArticleGroup[] {
  return roots.flatMap((root) => {
    const children = groups.filter((group) => group.pid === root.id && (group.path !== null || filled.has(group.id)))
    return children.length > 0 ? [root, ...children].map(plain) : []
  })
}

const plain = ({ id, pid, name, path, sort }: ArticleGroup): ArticleGroup => ({ id, pid, name, path, sort })

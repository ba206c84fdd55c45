import { isTaken } from '#contract/rules/payment-methods.ts'
import type { ArticleGroup } from '#contract/schema/articles.ts'
import type { Partner } from '#contract/schema/site.ts'
import { filledGroups, readGroups } from '../articles/read.ts'
import { accepted, type HandlersFor } from '../http/handlers.ts'
import { readLoanTerms } from '../loans/terms.ts'
import { keysOf } from '../keys/keys-of.ts'
import { readFeeRates } from '../orders/fee-rate.ts'
import { openCountries } from '../orders/area-change.ts'
import { readSiteSettings } from '../settings.ts'

/** The website settings. `publicUrl` is where people reach the market. */
export const siteHandlers = ({ publicUrl }: { publicUrl: string | undefined }): HandlersFor<'site.settings'> => ({
  'site.settings': async ({ db, now }) => {
    const [said, groups, filled, countries, fee] = await Promise.all([
      readSiteSettings(db),
      readGroups(db),
      filledGroups(db),
      openCountries(db),
      readFeeRates(db, now()),
    ])
    const role = (name: string): number | null => {
      const group = groups.find((one) => one.role === name)
      return group && filled.has(group.id) ? group.id : null
    }
    const slugs = said.footer_news.split(',')
    const roots = slugs.flatMap((slug) => groups.find((group) => group.slug === slug) ?? [])
    return accepted({
      web_name: said.web_name,
      service_url: said.service_url || null,
      footer_news: footerTree(roots, groups, filled),
      faqs: role('faqs'),
      buyers: role('buyers'),
      sellers: role('sellers'),
      payment_methods: said.payment_methods.split(',').filter(isTaken),
      partners: JSON.parse(said.partners) as Partner[],
      loans: readLoanTerms(said.loan_terms),
      countries,
      address: publicUrl ?? null,
      fee,
      signing_key: keysOf(db).signing?.publicKey ?? null,
    })
  },
})

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

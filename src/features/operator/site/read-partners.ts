/** One of those whom the footer names, as it is typed. */
export interface TypedPartner {
  name: string
  url: string
  /** The `src` of its picture; empty for none. */
  logo: string
}

/** Those that are kept (JSON); none where the text is no such list. */
export function keptPartners(value: string): TypedPartner[] {
  const kept = JSON.parse(value || '[]') as { name: string; url: string | null; logo: string | null }[]
  return kept.map(({ name, url, logo }) => ({ name, url: url ?? '', logo: logo ?? '' }))
}

/** Whether a name could be written as one: `=` ends it, `;` the partner. */
export const isPartnerName = (name: string): boolean => !/[=;]/.test(name)

/** All of them as a setting is sent (docs/articles.md); those without a name are left out. */
export const partnersText = (partners: readonly TypedPartner[]): string =>
  partners
    .flatMap(({ name, url, logo }) => {
      if (name.trim() === '') return []
      const address = url.trim().replaceAll(';', '%3B')
      const rest = logo === '' ? address : `${address || '-'} ${logo}`
      return [rest === '' ? name.trim() : `${name.trim()}=${rest}`]
    })
    .join('; ')

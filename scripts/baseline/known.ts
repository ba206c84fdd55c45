import data, { type Identifier } from '@mdn/browser-compat-data/forLegacyNode'
import { baseline } from '#contract/baseline.ts'

// The features that the browsers of the baseline know, by MDN's browser-compat-data. A feature is named by its path
// there: javascript.builtins.Map.groupBy, api.URL.canParse_static, css.selectors.has.

/** Each browser of the data, and which of the baseline's it is. */
const BROWSERS = {
  chrome: baseline.chrome,
  chrome_android: baseline.chrome,
  edge: baseline.chrome,
  firefox: baseline.firefox,
  firefox_android: baseline.firefox,
  safari: baseline.safari,
  safari_ios: baseline.safari,
}

const root = data as unknown as Identifier

/** The feature of a path; undefined when the data has none. */
export function featureAt(path: string): Identifier | undefined {
  let at: Identifier | undefined = root
  for (const name of path.split('.')) at = at && Object.hasOwn(at, name) ? at[name] : undefined
  return at
}

const ordered = (version: string): number[] => version.replace('≤', '').split('.').map(Number)
/** Whether a version is not later than another. */
function notLater(version: string, than: string): boolean {
  const [a, b] = [ordered(version), ordered(than)]
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    // "preview" is no version yet.
    if (difference !== 0) return difference < 0
  }
  return true
}

/**
 * The browsers of the baseline that lack a feature, each with the version that brought it. `prefixed`: the feature is
 * written with its prefix, too.
 */
export function lacking(feature: Identifier, prefixed = false): string[] {
  const support = feature.__compat?.support
  if (!support) return []
  return Object.entries(BROWSERS).flatMap(([browser, version]) => {
    const statements = [support[browser as keyof typeof BROWSERS] ?? []].flat()
    if (statements.length === 0) return []
    const known = statements.some(
      (one) =>
        one.version_added &&
        one.version_added !== 'preview' &&
        !one.flags &&
        !one.alternative_name &&
        (prefixed || !one.prefix) &&
        notLater(one.version_added, version) &&
        !(one.version_removed && notLater(one.version_removed, version)),
    )
    return known ? [] : [`${browser} ${statements[0]!.version_added || 'never'}`]
  })
}

/** A feature that is used, that some browser of the baseline lacks. */
export interface Lack {
  path: string
  /** Where, for a person: a file and what stands there. */
  at: string
  browsers: string[]
}

/** Whether a path of these is lacking: the first that the data has decides. */
export function lackOf(paths: readonly string[], at: string, prefixed = false): Lack | undefined {
  for (const path of paths) {
    const feature = featureAt(path)
    if (!feature?.__compat) continue
    const browsers = lacking(feature, prefixed)
    return browsers.length > 0 ? { path, at, browsers } : undefined
  }
  return undefined
}

/** The last names of all paths below some that some browser of the baseline lacks. */
export function lackingNames(...paths: readonly string[]): Set<string> {
  const names = new Set<string>()
  const visit = (feature: Identifier): void => {
    for (const [name, below] of Object.entries(feature) as [string, Identifier][])
      if (name !== '__compat') {
        if (lacking(below).length > 0) names.add(name.replace(/_static$/, ''))
        visit(below)
      }
  }
  for (const path of paths) visit(featureAt(path)!)
  return names
}

/** The output of `npm audit --json`, as far as it is read here: findings by package, or why there are none. */
export interface AuditOutput {
  vulnerabilities?: Record<
    string,
    {
      severity: string
      range: string
      via: (string | { title: string; url: string })[]
      fixAvailable: boolean | { name: string; version: string }
    }
  >
  message?: string
  error?: { summary?: string; code?: string }
}

/**
 * One vulnerable package: what is known of it, and what is to be done. `shipped`: it is among what the running market
 * needs.
 */
export interface Finding {
  name: string
  severity: string
  range: string
  shipped: boolean
  why: string
  verdict: string
}

/**
 * The findings of an audit of all dependencies, those that are shipped first; `production` names what an audit of those
 * alone found. Undefined when the registry did not answer it.
 */
export function findingsOf(all: AuditOutput, production: AuditOutput): Finding[] | undefined {
  const shipped = production.vulnerabilities
  if (!all.vulnerabilities || !shipped) return undefined
  return Object.entries(all.vulnerabilities)
    .map(([name, { severity, range, via, fixAvailable }]) => {
      const fix =
        fixAvailable === false
          ? 'no version without it yet'
          : fixAvailable === true
            ? 'npm audit fix'
            : `needs ${fixAvailable.name}@${fixAvailable.version}`
      const inShipped = name in shipped
      return {
        name,
        severity,
        range,
        shipped: inShipped,
        verdict: `${inShipped ? 'to be mended' : 'development only'}: ${fix}`,
        why: via.map((v) => (typeof v === 'string' ? `by ${v}` : `${v.title} ${v.url}`)).join('; '),
      }
    })
    .sort((a, b) => Number(b.shipped) - Number(a.shipped) || a.name.localeCompare(b.name))
}

/** Why an audit says nothing, in the client's own words. */
export const refusalOf = ({ error, message }: AuditOutput): string =>
  [message, error?.summary, error?.code].find(Boolean) ?? 'no reason given'

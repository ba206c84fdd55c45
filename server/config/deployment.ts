import { BlockList, isIP } from 'node:net'
import type { Config } from './config.ts'

/** Whether a host of an address is this machine itself. IPv6 addresses may stand in brackets. */
export function isLocalHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  return bare === 'localhost' || bare.endsWith('.localhost') || bare === '::1' || /^127(?:\.\d{1,3}){3}$/.test(bare)
}

/** Whether people other than those at this machine are to reach the market. */
export const isPublic = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean =>
  publicUrl !== undefined && !isLocalHost(new URL(publicUrl).hostname)

const EVERYWHERE = new Set(['0.0.0.0', '::'])

/** The doubtful settings of a configuration, each as a sentence for the log. None keeps the market from opening. */
export function deploymentWarnings(config: Config): string[] {
  const { host, publicUrl, trustProxy, demo, smtpUrl } = config
  const open = isPublic(config)
  const everywhere = host === undefined || EVERYWHERE.has(host)
  const warnings: [boolean, string][] = [
    [
      trustProxy && everywhere,
      'TRUST_PROXY is on, but the market listens on all addresses: whoever reaches it beside the proxy can claim any address. Set HOST=127.0.0.1.',
    ],
    [
      open && !trustProxy,
      'PUBLIC_URL is set, but TRUST_PROXY is off: behind a proxy all people share one caller’s limits. Set TRUST_PROXY=1 if a proxy stands before the market.',
    ],
    [
      open && demo,
      'DEMO is on for a public market: in an empty database it makes accounts whose passwords everybody can read. Set DEMO=0.',
    ],
    [
      open && publicUrl!.startsWith('http:'),
      'PUBLIC_URL is not https: browsers keep nothing for use without a network.',
    ],
    [
      open && smtpUrl === undefined,
      'SMTP_URL is not set: codes stay in files in the data folder, and nobody can register. Set SMTP_URL and MAIL_FROM.',
    ],
    [
      publicUrl === undefined && (trustProxy || !demo || smtpUrl !== undefined),
      'PUBLIC_URL is not set: mails and documents cannot say where the market is. Set it to the address that people use, such as https://market.example.',
    ],
  ]
  return warnings.flatMap(([wrong, text]) => (wrong ? [text] : []))
}

// Where a proxy of ours would come from: this machine, or the networks that are never routed (RFC 1918, RFC 4193).
const near = new BlockList()
near.addSubnet('127.0.0.0', 8)
near.addSubnet('10.0.0.0', 8)
near.addSubnet('172.16.0.0', 12)
near.addSubnet('192.168.0.0', 16)
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')

/**
 * Notices, once, that calls come through a proxy whose word on the caller's address is not trusted: then all people
 * count as one caller. `warn` hears of it.
 */
export function createProxyWatch(
  trustProxy: boolean,
  warn: (text: string) => void,
): (headers: Headers, remote: string | undefined) => void {
  let warned = trustProxy
  return (headers, remote) => {
    if (warned || remote === undefined || !headers.has('X-Forwarded-For')) return
    const address = remote.replace(/^::ffff:(?=\d+\.)/i, '')
    const family = isIP(address)
    if (family === 0 || !near.check(address, family === 6 ? 'ipv6' : 'ipv4')) return
    warned = true
    warn(
      `Calls come from a proxy at ${address}, but TRUST_PROXY is off: all people share one caller’s limits. If the proxy is yours, set TRUST_PROXY=1.`,
    )
  }
}

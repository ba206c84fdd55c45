import { links } from '../../links/links.ts'

/** The contract, its receipt, or another application after one that was refused. */
export const viewLink = (view: 'contract' | 'receipt' | 'again'): string => `${links.merchant}?view=${view}`

/** Where whoever follows a merchant's invitation begins; without a code where everybody does. */
export const invitedLink = (code: string): string =>
  code ? `${links.merchant}?code=${encodeURIComponent(code)}` : links.merchant

import type { LocaleCode } from '#contract/text/locales.ts'

/** A link of a mail. */
export interface MailLink {
  label: string
  href: string
}

/** A mail in parts, which plain text and HTML both show. */
export interface Parts {
  language: LocaleCode
  dir: 'ltr' | 'rtl'
  subject: string
  market: string
  /** The market's colour, #rrggbb. */
  color: string
  /** Where people reach the market; undefined: it is not known, and nothing is a link. */
  home: string | undefined
  paragraphs: { text: string; link: MailLink | undefined }[]
  /** Why it comes. */
  why: string | undefined
  /** The ways to get other mails. */
  ways: MailLink[]
}

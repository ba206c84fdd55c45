import type { LocaleCode } from '#contract/text/locales.ts'
import type { MailKind } from '#contract/messages/mail-kinds.ts'

/**
 * Why somebody gets a mail: a kind of those to people with an account; `asked` by whoever entered the address;
 * `operator` of the market.
 */
export type LetterKind = MailKind | 'asked' | 'operator'

/** The contents of a mail, before they become plain text and HTML. */
export interface Letter {
  subject: string
  /** Paragraphs, with a blank line between. */
  text: string
  /** The language of its words; English where it is not given. */
  language?: LocaleCode | undefined
  kind?: LetterKind | undefined
  /** For each paragraph the path of the screen that it leads to, or null. */
  paths?: readonly (string | null)[] | undefined
}

import { fallbackLocale, locales, type LocaleCode } from '#contract/text/locales.ts'
import { OWN_COLOR } from '#contract/appearance/shades.ts'
import { isMailSwitch } from '#contract/messages/mail-kinds.ts'
import { MARKET_NAME } from '#contract/appearance/market-name.ts'
import { MAIL_SETTINGS } from '#contract/messages/subject-paths.ts'
import { text } from '../texts/texts.ts'
import { htmlOf } from './html.ts'
import type { Letter } from './letter.ts'
import type { MailLink, Parts } from './parts.ts'

/** Where mails of a kind are stopped by a token: a page by GET, the act by POST (RFC 8058). */
export const SIGN_OFF_PATH = '/api/mail/off'

/** A letter with what is known once it is sent. */
export interface Sendable extends Letter {
  /** The market's name. */
  market?: string | undefined
  /** Its colour, #rrggbb; absent: the app's own. */
  color?: string | undefined
  /** The token that stops mails of its kind. */
  signOff?: string | undefined
}

/** A mail as it leaves: both of its bodies, and headers beside the usual ones. */
export interface Rendered {
  text: string
  html: string
  headers: Record<string, string>
}

/** Why a mail comes, in words. */
function whyOf({ kind }: Letter, language: LocaleCode, market: string): string | undefined {
  if (kind === undefined) return undefined
  if (kind === 'asked') return text(language, 'mail.whyAsked', { market })
  if (kind === 'operator') return text(language, 'mail.whyOperator', { market })
  return isMailSwitch(kind)
    ? text(language, 'mail.whyKind', { market, kind: text(language, `mailKinds.${kind}`) })
    : text(language, 'mail.whyAlways', { market })
}

/** The parts of a mail of a market that people reach at `home`. */
function partsOf(letter: Sendable, home: string | undefined): Parts {
  const { language = fallbackLocale, market = MARKET_NAME, color = OWN_COLOR } = letter
  const { subject, kind, paths = [], signOff } = letter
  const { dir } = locales.find(({ code }) => code === language) ?? locales[0]
  const label = text(language, 'mail.open', { market })
  const paragraphs = letter.text.split(/\n{2,}/).map((paragraph, n) => {
    const path = paths[n] ?? null
    return { text: paragraph, link: home === undefined || path === null ? undefined : { label, href: home + path } }
  })
  const ways: MailLink[] = []
  if (home !== undefined && kind !== undefined && isMailSwitch(kind)) {
    if (signOff !== undefined) ways.push({ label: text(language, 'mail.signOff'), href: signOffLink(home, signOff) })
    ways.push({ label: text(language, 'mail.choose'), href: home + MAIL_SETTINGS })
  }
  return { language, dir, subject, market, color, home, paragraphs, why: whyOf(letter, language, market), ways }
}

/** In the query: the log of errors has addresses without it. */
const signOffLink = (home: string, token: string): string => `${home}${SIGN_OFF_PATH}?t=${token}`

function plainOf({ market, home, paragraphs, why, ways }: Parts): string {
  const body = paragraphs.map((one) => (one.link ? `${one.text}\n${one.link.href}` : one.text))
  const foot = [
    home === undefined ? undefined : `${market} · ${home}`,
    why,
    ...ways.map(({ label, href }) => `${label}: ${href}`),
  ].filter((line) => line !== undefined)
  return foot.length === 0 ? body.join('\n\n') : `${body.join('\n\n')}\n\n-- \n${foot.join('\n')}`
}

/** Makes a mail of a letter, for a market that people reach at `home`. */
export function render(letter: Sendable, home: string | undefined): Rendered {
  const parts = partsOf(letter, home)
  const { kind, signOff } = letter
  const stops = home !== undefined && signOff !== undefined && kind !== undefined && isMailSwitch(kind)
  return {
    text: plainOf(parts),
    html: htmlOf(parts),
    headers: {
      // No machine answers it (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(stops && {
        'List-Unsubscribe': `<${signOffLink(home, signOff)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

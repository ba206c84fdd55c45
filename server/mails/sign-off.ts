import { createHash } from 'node:crypto'
import { locales, matchLocale, type LocaleCode } from '#contract/text/locales.ts'
import { mailTopic } from '#contract/messages/mail-kinds.ts'
import { MAIL_SETTINGS } from '#contract/messages/subject-paths.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { escaped } from '../texts/escaped.ts'
import type { Call } from '../http/handlers.ts'
import { policyWith } from '../http/page/headers.ts'
import { keysOf } from '../keys/keys-of.ts'
import { setMute } from '../messages/mutes.ts'
import { readMarketName } from '../market/settings.ts'
import { text } from '../texts/texts.ts'
import { readSignOff, type SignOff } from './sign-off-token.ts'

// The link at the end of a mail. Mail programs and scanners open links by themselves, so that GET only shows a page
// with a button; POST stops the mails: of the button, and of a mail program itself (RFC 8058). No session is needed.

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; background: #f5f3ee; color: #1c2033; }
main { max-width: 32rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.25rem; }
button { font: inherit; font-weight: 600; min-height: 44px; padding: 0 1.25rem; border: 0; border-radius: 8px; }
button { cursor: pointer; background: #1f2a5a; color: #fff; }
a { display: inline-block; padding: 0.625rem 0; color: inherit; }
@media (prefers-color-scheme: dark) {
  body { background: #14161f; color: #eceef5; }
  button { background: #a9b6ff; color: #14161f; }
}
`
const POLICY = policyWith([`'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`])

interface Shown {
  language: LocaleCode
  market: string
  title: string
  paragraphs: string[]
  /** The label of the button; absent where there is none. */
  button?: string
}

function page({ language, market, title, paragraphs, button }: Shown, status = 200): Response {
  const { dir } = locales.find(({ code }) => code === language) ?? locales[0]
  const form = `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">
<button>${escaped(button ?? '')}</button></form>`
  const body = `<!doctype html>
<html lang="${language}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)} · ${escaped(market)}</title>
<style>${STYLE}</style>
</head>
<body><main>
<p>${escaped(market)}</p>
<h1>${escaped(title)}</h1>
${paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('\n')}
${button === undefined ? '' : form}
<p><a href="${MAIL_SETTINGS}">${escaped(text(language, 'mail.choose'))}</a></p>
</main></body>
</html>
`
  return new Response(body, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-store',
      // The address is the token's: nobody else learns it, and no search keeps it.
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    },
  })
}

/** Switches mails of a kind off for a person; a repeat changes nothing. */
async function stop({ db, now }: Call, { userId, kind }: SignOff): Promise<void> {
  const topic = mailTopic(kind)
  const off = await db
    .selectFrom('message_mutes')
    .select('is_on')
    .where('user_id', '=', userId)
    .where('topic', '=', topic)
    .executeTakeFirst()
  if (off?.is_on) return
  await ownerTransaction(db, userId, async (call) => {
    // Under the lock that the account's deletion takes, too.
    const person = await call.tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!person) return call.abandon()
    await setMute(call, userId, { topic, on: true }, now())
  })
}

/** Answers at SIGN_OFF_PATH. */
export async function signOffPage(call: Call, request: Request): Promise<Response> {
  const { db } = call
  const market = await readMarketName(db)
  const signOff = readSignOff(keysOf(db), new URL(request.url).searchParams.get('t') ?? '')
  const person =
    signOff &&
    (await db
      .selectFrom('users')
      .select('language')
      .where('id', '=', signOff.userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst())
  if (!signOff || !person) {
    const { language } = call
    const title = text(language, 'mail.choose')
    return page({ language, market, title, paragraphs: [text(language, 'mail.offWrong')] }, 404)
  }
  const language = matchLocale([person.language])
  const title = text(language, 'mail.offTitle', { kind: text(language, `mailKinds.${signOff.kind}`) })
  if (request.method !== 'POST') {
    const button = text(language, 'mail.signOff')
    return page({ language, market, title, paragraphs: [text(language, 'mail.offText', { market })], button })
  }
  await stop(call, signOff)
  return page({ language, market, title, paragraphs: [text(language, 'mail.offDone'), text(language, 'mail.offBack')] })
}

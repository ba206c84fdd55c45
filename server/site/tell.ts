import { randomUUID } from 'node:crypto'
import { fallbackLocale, locales, type Texts } from '#contract/text/locales.ts'
import type { Input } from '#contract/registry.ts'
import { LINE_TEXT_MAX, TELL_TITLE_MAX } from '#contract/messages/rules.ts'
import { audit, byCommand, type Actor } from '../audit/audit.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { askedTalks } from '../talks/answers.ts'
import { handOutSiteMessages, keepSiteMessage } from './messages.ts'
import { notify } from '../messages/notify.ts'
import { cannot, OperatorError } from '../operator/answer.ts'
import { answerTalk } from '../talks/operator.ts'

const LISTED = 100

const oneLine = (words: string): string => words.replace(/\s+/g, ' ').slice(0, 200)

type Words = Input<'operator.tell'>['texts']

/** Reads `<language> <title> <text>`, once for each language. */
function readTexts(args: readonly string[]): Words {
  const texts: Words = []
  for (let i = 0; i < args.length; i += 3) {
    const [code = '', title = '', text = ''] = args.slice(i, i + 3).map((arg) => arg.trim())
    const language = locales.find((l) => l.code === code)?.code
    if (language === undefined)
      throw new OperatorError(`“${code}” is no language: ${locales.map((l) => l.code).join(', ')}.`)
    if (title === '' || text === '') throw cannot('cannot.tellEmpty', { language })
    if (title.length > TELL_TITLE_MAX || text.length > LINE_TEXT_MAX)
      throw cannot('cannot.tellLong', { title: TELL_TITLE_MAX, text: LINE_TEXT_MAX })
    texts.push({ language, title, text })
  }
  return texts
}

/**
 * Tells everybody (`to` is `all`), or the person of an address.
 *
 * @throws OperatorError When nobody has the address, or English is missing.
 */
export async function tell(db: Db, { to, texts }: Input<'operator.tell'>, now: number, actor: Actor): Promise<void> {
  const title: Texts = Object.fromEntries(texts.map((one) => [one.language, one.title]))
  const body: Texts = Object.fromEntries(texts.map((one) => [one.language, one.text]))
  // People whose language is missing read the English text.
  if (title[fallbackLocale] === undefined) throw cannot('cannot.tellEmpty', { language: fallbackLocale })
  const note = (tx: Tx, subject: string) =>
    audit(tx, { ...actor, what: 'message.send', subject, before: null, after: { title, body } })
  if (to !== 'all') {
    const person = await db.selectFrom('users').select('id').where('email', '=', to.toLowerCase()).executeTakeFirst()
    if (!person) throw cannot('cannot.tellNobody', { to })
    await ownerTransaction(db, person.id, async (call) => {
      await notify(call, person.id, { kind: 'site', title, body, at: now })
      await note(call.tx, `person:${person.id}`)
    })
    return
  }
  await db.transaction().execute(async (tx) => {
    await keepSiteMessage(tx, title, body, now)
    await note(tx, 'everybody')
  })
  let round = 0
  do round = await handOutSiteMessages(db)
  while (round > 0)
}

/** `message all|<email> en <title> <text> [zh <title> <text>] …` */
export async function message(
  db: Db,
  [to = '', ...args]: readonly string[],
  now: number,
  actor: Actor = byCommand,
): Promise<string> {
  await tell(db, { to, texts: readTexts(args) }, now, actor)
  return to === 'all' ? 'Everybody is told.' : `${to} is told.`
}

/** `answer [<conversation> <text>]`: without anything, what waits for an answer. */
export async function answerCommand(
  db: Db,
  [which, ...words]: readonly string[],
  now: number,
  actor: Actor,
): Promise<string> {
  const waiting = await askedTalks(db, LISTED)
  if (which === undefined) {
    if (waiting.length === 0) return 'Nobody waits for an answer.'
    return waiting
      .map((t) => [t.id.slice(0, 8), t.asked_at.toISOString(), t.store ?? 'the operator', t.email, oneLine(t.text)])
      .map((row) => row.join('  '))
      .join('\n')
  }
  const found = waiting.filter((t) => t.id === which || t.id.slice(0, 8) === which)
  if (found.length === 0)
    throw new OperatorError(`No conversation “${which}” waits for an answer. “answer” lists them.`)
  if (found.length > 1)
    throw new OperatorError(`Several conversations begin with “${which}”; name one by its whole id.`)
  const text = words.join(' ').trim()
  if (text === '' || text.length > LINE_TEXT_MAX)
    throw new OperatorError(`An answer has between 1 and ${LINE_TEXT_MAX} characters.`)
  if (!(await answerTalk(db, found[0]!, { line: randomUUID(), text }, now, actor)))
    throw new OperatorError(`The conversation “${which}” is gone.`)
  return `Answered ${found[0]!.email} in the name of ${found[0]!.store ?? 'the operator'}.`
}

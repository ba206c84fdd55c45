import { randomUUID } from 'node:crypto'
import { locales, type Texts } from '#contract/locales.ts'
import { LINE_TEXT_MAX } from '#contract/rules/messages.ts'
import { audit, byCommand, type Actor } from '../audit/audit.ts'
import type { Db, Tx } from '../db/tables.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { askedTalks } from '../messages/answers.ts'
import { handOutSiteMessages, keepSiteMessage } from '../messages/site.ts'
import { notify } from '../messages/notify.ts'
import { cannot, OperatorError } from './answer.ts'
import { answerTalk } from './talks.ts'

const LISTED = 100
const TITLE_MAX = 120

const oneLine = (words: string): string => words.replace(/\s+/g, ' ').slice(0, 200)

/** Reads `<language> <title> <text>`, once for each language; English is needed, for those that have no other. */
function readTexts(args: readonly string[]): { title: Texts; body: Texts } {
  const title: Record<string, string> = {}
  const body: Record<string, string> = {}
  for (let i = 0; i < args.length; i += 3) {
    const [code = '', head = '', words = ''] = args.slice(i, i + 3).map((arg) => arg.trim())
    if (!locales.some((l) => l.code === code))
      throw new OperatorError(`“${code}” is no language: ${locales.map((l) => l.code).join(', ')}.`)
    if (head === '' || words === '') throw cannot('cannot.tellEmpty', { language: code })
    if (head.length > TITLE_MAX || words.length > LINE_TEXT_MAX)
      throw cannot('cannot.tellLong', { title: TITLE_MAX, text: LINE_TEXT_MAX })
    title[code] = head
    body[code] = words
  }
  if (title['en'] === undefined)
    throw new OperatorError('English is needed: message all en "Title" "Text" [zh "…" "…"].')
  return { title, body }
}

/** `message all|<email> en <title> <text> [zh <title> <text>] …` */
export async function message(
  db: Db,
  [to = '', ...args]: readonly string[],
  now: number,
  actor: Actor = byCommand,
): Promise<string> {
  const { title, body } = readTexts(args)
  const note = (tx: Tx, subject: string) =>
    audit(tx, { ...actor, what: 'message.send', subject, before: null, after: { title, body } })
  if (to !== 'all') {
    const person = await db.selectFrom('users').select('id').where('email', '=', to.toLowerCase()).executeTakeFirst()
    if (!person) throw cannot('cannot.tellNobody', { to })
    await ownerTransaction(db, person.id, async (call) => {
      await notify(call, person.id, { kind: 'site', title, body, at: now })
      await note(call.tx, `person:${person.id}`)
    })
    return `${to} is told.`
  }
  await db.transaction().execute(async (tx) => {
    await keepSiteMessage(tx, title, body, now)
    await note(tx, 'everybody')
  })
  let round = 0
  do round = await handOutSiteMessages(db)
  while (round > 0)
  return 'Everybody is told.'
}

/** `answer [<conversation> <text>]`: without anything, what waits for an answer. */
export async function answer(db: Db, [which, ...words]: readonly string[], now: number, actor: Actor): Promise<string> {
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

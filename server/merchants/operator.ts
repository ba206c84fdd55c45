import type { Input } from '#contract/registry.ts'
import { NOTE_MAX, requirements, type Requirement } from '#contract/merchants/rules.ts'
import { applicationStates, isReviewLate, reviewDue } from '#contract/merchants/states.ts'
import { byCommand, type Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables/tables.ts'
import { keysOf } from '../keys/keys-of.ts'
import { KeyAway } from '../keys/market-keys.ts'
import { NotOpened } from '../keys/seal.ts'
import { applicationsIn, readApplication, type Application } from './application.ts'
import { approve, askChanges, refuseApplication, takeUp, type ApplicationDecided } from './decide.ts'
import { openNumber } from './documents.ts'
import { openParty } from './party.ts'
import { written } from './written.ts'
import { OperatorError, wholeNumber } from '../operator/answer.ts'

const LISTED = 100

const how =
  'application list [state] | show <id> | take <id> | ask <id> <requirement> <text> … | approve <id> [storeId] | refuse <id> <reason>'

/** Decides an application as its desk asks for it. */
export function decideApplication(
  db: Db,
  decision: Input<'operator.decideApplication'>,
  now: number,
  actor: Actor,
): Promise<ApplicationDecided> {
  const beside = written(actor, decision.act)
  switch (decision.act) {
    case 'take':
      return takeUp(db, decision.id, now, beside)
    case 'ask':
      return askChanges(db, decision.id, decision.asked, now, beside)
    case 'approve':
      return approve(db, decision.id, now, { beside })
    case 'refuse':
      return refuseApplication(db, decision.id, decision.reason, now, beside)
  }
}

/** `application …`: what people ask for who want to sell here. */
export function operateApplications(
  db: Db,
  args: readonly string[],
  now: number,
  actor: Actor = byCommand,
): Promise<string> {
  const [verb, id = '', ...more] = args
  switch (verb) {
    case 'list':
      return list(db, id, now)
    case 'show':
      return show(db, id, now)
    case 'take':
      return takeUp(db, uuid(id), now, written(actor, 'take')).then((done) => outcomeText(done, 'is being read'))
    case 'ask':
      return askChanges(db, uuid(id), readAsked(more), now, written(actor, 'ask')).then((done) =>
        outcomeText(done, 'waits for its changes'),
      )
    case 'approve': {
      const into = more.length > 0 ? wholeNumber(more[0], 'A store') : undefined
      return approve(db, uuid(id), now, { into, beside: written(actor, 'approve') }).then((done) =>
        outcomeText(done, 'is approved'),
      )
    }
    case 'refuse':
      return refuseApplication(db, uuid(id), readReason(more), now, written(actor, 'refuse')).then((done) =>
        outcomeText(done, 'is refused'),
      )
    default:
      return Promise.reject(new OperatorError(`An application is asked for so: ${how}.`))
  }
}

function uuid(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
    throw new OperatorError(`“${text}” is no application's id. “application list” shows them.`)
  return text.toLowerCase()
}

function outcomeText(done: ApplicationDecided, what: string): string {
  if (done.kind === 'gone') throw new OperatorError('There is no such application.')
  if (done.kind === 'state')
    throw new OperatorError(`The application is ${done.application.state}: that cannot happen to it now.`)
  const { application: a } = done
  return `The application of ${a.store_name} ${what}${a.store_id === null ? '' : `: store ${a.store_id}`}.`
}

function readAsked(args: readonly string[]): { what: Requirement; note: string }[] {
  const asked: { what: Requirement; note: string }[] = []
  for (let n = 0; n < args.length; n += 2) {
    const what = requirements.find((one) => one === args[n])
    if (!what) throw new OperatorError(`“${args[n]}” is no requirement: ${requirements.join(', ')}.`)
    const note = (args[n + 1] ?? '').trim()
    if (note === '' || note.length > NOTE_MAX)
      throw new OperatorError(`What is wrong about ${what} takes between 1 and ${NOTE_MAX} characters.`)
    asked.push({ what, note })
  }
  if (asked.length === 0) throw new OperatorError('Say what is asked for: ask <id> front "It is blurred." …')
  return asked
}

function readReason(words: readonly string[]): string {
  const reason = words.join(' ').trim()
  if (reason === '' || reason.length > NOTE_MAX)
    throw new OperatorError(`A refusal has a reason of between 1 and ${NOTE_MAX} characters.`)
  return reason
}

function clock({ state, submitted_at, due_at }: Application, now: number): string {
  const sent = { state, at: submitted_at.getTime(), dueAt: due_at?.getTime() ?? null }
  return isReviewLate(sent, now) ? 'LATE' : `due ${new Date(reviewDue(sent)).toISOString()}`
}

async function list(db: Db, state: string, now: number): Promise<string> {
  const wanted = state === '' ? (['submitted', 'inReview'] as const) : applicationStates.filter((one) => one === state)
  if (wanted.length === 0) throw new OperatorError(`A state is one of ${applicationStates.join(', ')}.`)
  const found = await applicationsIn(db, wanted, LISTED)
  if (found.length === 0) return 'No applications.'
  return found
    .map((a) =>
      [a.id, a.state, a.submitted_at.toISOString(), ...(a.decided_at ? [] : [clock(a, now)]), a.store_name].join('  '),
    )
    .join('\n')
}

/** A sealed text of an application in clear, or why it cannot be read. */
function sealedIn(open: () => string): string {
  try {
    return open()
  } catch (error) {
    if (error instanceof NotOpened || error instanceof KeyAway) return `(${error.message})`
    throw error
  }
}

async function show(db: Db, id: string, now: number): Promise<string> {
  const a = await readApplication(db, uuid(id))
  if (!a) throw new OperatorError('There is no such application.')
  const keys = keysOf(db)
  const lines: [string, string][] = [
    ['state', a.state],
    ['submitted', `${a.submitted_at.toISOString()} (${a.sent}.)`],
    ...(a.decided_at ? [] : ([['answer', clock(a, now)]] as [string, string][])),
    ['store', a.store_name],
    ['name', sealedIn(() => openParty(keys, a).realName)],
    ['document', sealedIn(() => openNumber(keys, a) ?? '(deleted)')],
    [
      'pictures',
      Object.entries(a.files)
        .map(([which, file]) => `${which} ${file ? 'there' : 'deleted'}`)
        .join(', '),
    ],
    ['came through', a.invited_by === null ? 'nobody' : `store ${a.invited_by}`],
    ['contract', a.receipt === null ? 'not signed' : 'signed'],
    ...a.asked.map(({ what, note }): [string, string] => [`asked: ${what}`, note]),
    ...(a.reason === null ? [] : ([['reason', a.reason]] as [string, string][])),
    ...(a.store_id === null ? [] : ([['became', `store ${a.store_id}`]] as [string, string][])),
  ]
  return lines.map(([name, value]) => `${name.padEnd(24)}${value}`).join('\n')
}

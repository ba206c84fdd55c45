import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { operatorRights, type OperatorRight } from '#contract/rules/operator-rights.ts'
import { audit, type Actor } from '../audit/audit.ts'
import type { Db, Tx } from '../db/tables.ts'
import { cannot, OperatorError } from './answer.ts'

/** How long a code opens the entrance (minutes), and how often it may be typed wrong. */
const [CODE_MINUTES, CODE_TRIES] = [15, 5]
/** So many operators at the most. */
export const OPERATORS_MAX = 200

/** No letter that is taken for another: Crockford's, without 0, 1 and U. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const hashOf = (userId: string, code: string): Buffer =>
  createHash('sha256').update(`operator\0${userId}\0${code}`).digest()

const newCode = (): string => Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

const verbs: Record<string, (db: Db, args: readonly string[], now: number, actor: Actor) => Promise<string>> = {
  add: addOperator,
  remove: removeOperator,
  list: async (db) => {
    const rows = await operators(db)
    if (rows.length === 0) return 'There is no operator. “operator add <email>” makes one.'
    return rows
      .map((one) => [one.email, one.rights.join(' '), one.entered_at ? 'entered' : 'has a code'].join('  '))
      .join('\n')
  },
}

/** `operator add <email> [right …] | remove <email> | list` */
export function operateOperators(
  db: Db,
  [verb = '', ...args]: readonly string[],
  now: number,
  actor: Actor,
): Promise<string> {
  const act = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!act) throw new OperatorError(`Operators: ${Object.keys(verbs).join(', ')}.`)
  return act(db, args, now, actor)
}

/** The operators, those who came first first. */
export const operators = (db: Db | Tx) =>
  db
    .selectFrom('operators as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['o.user_id', 'u.email', 'u.username', 'o.rights', 'o.entered_at', 'o.since'])
    .orderBy('o.since')
    .orderBy('o.user_id')
    .execute()

async function personOf(db: Db | Tx, email: string): Promise<{ id: string; email: string }> {
  const person = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!person) throw cannot('cannot.noAccount', { email })
  return person
}

/**
 * Makes somebody an operator, or gives one other rights, with all rights where none is named; answers the code for the
 * entrance. A new code takes the place of the last.
 */
async function addOperator(
  db: Db,
  [email = '', ...said]: readonly string[],
  now: number,
  actor: Actor,
): Promise<string> {
  const strange = said.find((right) => !operatorRights.some((known) => known === right))
  if (strange !== undefined)
    throw new OperatorError(`“${strange}” is no right. Rights are ${operatorRights.join(', ')}.`)
  const rights = said.length === 0 ? [...operatorRights] : operatorRights.filter((right) => said.includes(right))
  const code = newCode()
  return db.transaction().execute(async (tx) => {
    const person = await personOf(tx, email)
    const all = await operators(tx)
    const before = all.find((one) => one.user_id === person.id)
    if (!before && all.length >= OPERATORS_MAX) throw cannot('cannot.operatorsFull', { max: OPERATORS_MAX })
    const entrance = {
      rights,
      code_hash: before?.entered_at ? null : hashOf(person.id, code),
      code_tries: 0,
      code_until: before?.entered_at ? null : new Date(now + CODE_MINUTES * 60_000),
    }
    await tx
      .insertInto('operators')
      .values({ user_id: person.id, entered_at: null, since: new Date(now), ...entrance })
      .onConflict((oc) => oc.column('user_id').doUpdateSet(entrance))
      .execute()
    const subject = `person:${person.id}`
    await audit(tx, { ...actor, what: 'operator.add', subject, before: rightsOf(before), after: { rights } })
    const spaced = `${code.slice(0, 5)}-${code.slice(5)}`
    return [
      `${person.email} may: ${rights.join(', ')}.`,
      before?.entered_at
        ? 'They are in already and need no code.'
        : `Their code for /operator is ${spaced}. It is good once, for ${CODE_MINUTES} minutes.`,
    ].join('\n')
  })
}

const rightsOf = (one: { rights: OperatorRight[] } | undefined): object | null => (one ? { rights: one.rights } : null)

async function removeOperator(
  db: Db,
  [email = '', ...more]: readonly string[],
  _now: number,
  actor: Actor,
): Promise<string> {
  if (more.length > 0) throw new OperatorError('One operator is removed at a time.')
  return db.transaction().execute(async (tx) => {
    const person = await personOf(tx, email)
    const before = (await operators(tx)).find((one) => one.user_id === person.id)
    if (!before) throw cannot('cannot.notOperator', { email: person.email })
    await tx.deleteFrom('operators').where('user_id', '=', person.id).execute()
    const subject = `person:${person.id}`
    await audit(tx, { ...actor, what: 'operator.remove', subject, before: rightsOf(before), after: null })
    return `${person.email} is no operator any more.`
  })
}

/**
 * Opens the entrance to an operator by the code that was printed. Each wrong one counts, and after some of them only a
 * new code helps; so does one that is too old.
 */
export const enterByCode = (
  db: Db,
  userId: string,
  typed: string,
  now: number,
): Promise<'entered' | 'wrong' | 'over'> =>
  db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('operators')
      .selectAll()
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return 'wrong'
    const { code_hash: hash, code_until: until } = row
    if (!hash || !until || until.getTime() <= now || row.code_tries >= CODE_TRIES) return 'over'
    const code = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
    if (!timingSafeEqual(hash, hashOf(userId, code))) {
      await tx
        .updateTable('operators')
        .set({ code_tries: row.code_tries + 1 })
        .where('user_id', '=', userId)
        .execute()
      return 'wrong'
    }
    await tx
      .updateTable('operators')
      .set({ code_hash: null, code_until: null, entered_at: new Date(now) })
      .where('user_id', '=', userId)
      .execute()
    await audit(tx, {
      by: userId,
      via: 'screen',
      what: 'operator.enter',
      subject: `person:${userId}`,
      before: null,
      after: { entered: true },
    })
    return 'entered'
  })

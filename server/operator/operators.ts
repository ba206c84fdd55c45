import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { operatorRights, type OperatorRight } from '#contract/wire/operator-rights.ts'
import type { EntranceCode } from '#contract/operator/schema-acts.ts'
import { audit, type Actor } from '../audit/audit.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { cannot, OperatorError } from './answer.ts'

/** How long a code opens the entrance (minutes), and how often it may be typed wrong. */
const [CODE_MINUTES, CODE_TRIES] = [15, 5]
export const OPERATORS_MAX = 200

/** No letter that is taken for another: Crockford's, without 0, 1 and U. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const hashOf = (userId: string, code: string): Buffer =>
  createHash('sha256').update(`operator\0${userId}\0${code}`).digest()

const newCode = (): string => Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** `operator add <email> [right …] | remove <email> | list` */
export async function operateOperators(
  db: Db,
  [verb, email = '', ...more]: readonly string[],
  now: number,
  actor: Actor,
): Promise<string> {
  switch (verb) {
    case 'list':
      return listOperators(db)
    case 'add': {
      const rights = readRights(more)
      const { id, email: known } = await personOf(db, email)
      const entrance = await setOperator(db, { person: id, rights }, now, actor)
      return [`${known} may: ${rights.join(', ')}.`, entrance ? codeText(entrance) : IN_ALREADY].join('\n')
    }
    case 'remove': {
      if (more.length > 0) throw new OperatorError('One operator is removed at a time.')
      const person = await personOf(db, email)
      await setOperator(db, { person: person.id, rights: null }, now, actor)
      return `${person.email} is no operator any more.`
    }
    default:
      throw new OperatorError('Operators: add, remove, list.')
  }
}

const IN_ALREADY = 'They are in already and need no code.'

/** An entrance code in words. */
export const codeText = ({ code, minutes }: EntranceCode): string =>
  `Their code for /operator is ${code}. It is good once, for ${minutes} minutes.`

async function listOperators(db: Db): Promise<string> {
  const rows = await operators(db)
  if (rows.length === 0) return 'There is no operator. “operator add <email>” makes one.'
  return rows
    .map((one) => [one.email, one.rights.join(' '), one.entered_at ? 'entered' : 'has a code'].join('  '))
    .join('\n')
}

/** All rights where none is named. */
function readRights(names: readonly string[]): OperatorRight[] {
  const strange = names.find((name) => !operatorRights.some((right) => right === name))
  if (strange !== undefined)
    throw new OperatorError(`“${strange}” is no right. Rights are ${operatorRights.join(', ')}.`)
  return names.length === 0 ? [...operatorRights] : operatorRights.filter((right) => names.includes(right))
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

/** The account of an address. @throws OperatorError */
export async function personOf(db: Db | Tx, email: string): Promise<{ id: string; email: string }> {
  const person = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!person) throw cannot('cannot.noAccount', { email })
  return person
}

/** Ends the acts that a person has asked for: another right, another operator. */
export const endActsOf = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('pending_acts').where('asked_by', '=', id).execute()
}

/** Whether a person is an operator. */
export const isOperator = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('operators').select('user_id').where('user_id', '=', id).executeTakeFirst()) !== undefined

/** The address of an account, for texts. */
export const emailOf = async (db: Db, id: string): Promise<{ email: string }> =>
  (await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst()) ?? { email: '' }

/**
 * Gives a person rights as an operator, or takes all of them (null). Returns the code for the entrance where they have
 * not entered yet: a new code takes the place of the last.
 *
 * @throws OperatorError
 */
export const setOperator = (
  db: Db,
  { person: id, rights }: { person: string; rights: readonly OperatorRight[] | null },
  now: number,
  actor: Actor,
): Promise<EntranceCode | undefined> =>
  db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom('users')
      .select(['id', 'email'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!person) throw new OperatorError('There is no such account.', { reason: 'notFound' })
    const all = await operators(tx)
    const before = all.find((one) => one.user_id === id)
    if (rights === null) {
      if (!before) throw cannot('cannot.notOperator', { email: person.email })
      await tx.deleteFrom('operators').where('user_id', '=', id).execute()
    } else if (!before && all.length >= OPERATORS_MAX) throw cannot('cannot.operatorsFull', { max: OPERATORS_MAX })
    const entered = before !== undefined && before.entered_at !== null
    const entrance = rights !== null && (await giveRights(tx, id, rights, entered, now))
    await endActsOf(tx, id)
    await audit(tx, {
      ...actor,
      what: rights === null ? 'operator.remove' : 'operator.add',
      subject: `person:${id}`,
      before: before ? { rights: before.rights } : null,
      after: rights && { rights },
    })
    return entrance ? { email: person.email, code: entrance, minutes: CODE_MINUTES } : undefined
  })

/** Writes an operator's rights; returns their entrance code, spaced for reading, unless they have entered. */
async function giveRights(
  tx: Tx,
  id: string,
  rights: readonly OperatorRight[],
  entered: boolean,
  now: number,
): Promise<string | undefined> {
  const code = newCode()
  const entrance = {
    rights: operatorRights.filter((right) => rights.includes(right)),
    code_hash: entered ? null : hashOf(id, code),
    code_tries: 0,
    code_until: entered ? null : new Date(now + CODE_MINUTES * 60_000),
  }
  await tx
    .insertInto('operators')
    .values({ user_id: id, entered_at: null, since: new Date(now), ...entrance })
    .onConflict((oc) => oc.column('user_id').doUpdateSet(entrance))
    .execute()
  return entered ? undefined : `${code.slice(0, 5)}-${code.slice(5)}`
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

import { matchLocale } from '#contract/locales.ts'
import { audit, byCommand, type Actor } from '../audit/audit.ts'
import type { Db, Tx } from '../db/tables.ts'
import { endFactor, isEnrolled } from '../factors/second-factor.ts'
import { mailSecurity } from '../mails/security.ts'
import { text } from '../texts.ts'
import { cannot, OperatorError } from './answer.ts'
import { personOf } from './operators.ts'

/** The address and language of a person who has a second factor. @throws OperatorError */
export async function enrolledOf(db: Db | Tx, id: string): Promise<{ email: string; language: string }> {
  const person = await db
    .selectFrom('users')
    .select(['email', 'language'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!person) throw new OperatorError('There is no such account.', { reason: 'notFound' })
  if (!(await isEnrolled(db, id))) throw cannot('cannot.noFactor', { email: person.email })
  return person
}

/**
 * Removes the second factor of a person who has lost it, and their recovery codes. Their sessions are proven no longer,
 * and a mail says so.
 *
 * @throws OperatorError
 */
export const removeFactor = (db: Db, id: string, now: number, actor: Actor): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const person = await enrolledOf(tx, id)
    await endFactor(tx, id, now)
    const device = text(matchLocale([person.language]), 'mail.byOperator')
    await mailSecurity(tx, 'factorRemoved', { ...person, now, device })
    await audit(tx, { ...actor, what: 'factor.remove', subject: `person:${id}`, before: null, after: null })
  })

/** `factor remove <email>` */
export async function operateFactor(
  db: Db,
  [verb, email = '', ...more]: readonly string[],
  now: number,
  actor: Actor = byCommand,
): Promise<string> {
  if (verb !== 'remove' || more.length > 0)
    throw new OperatorError('A lost second factor is removed: factor remove <email>.')
  const person = await personOf(db, email)
  await removeFactor(db, person.id, now, actor)
  return `${person.email} has no second factor any more, and is told by mail.`
}

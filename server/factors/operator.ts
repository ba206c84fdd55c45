import { matchLocale } from '#contract/text/locales.ts'
import { audit, byCommand, type Actor } from '../audit/audit.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { deleteFactor } from './second-factor.ts'
import { mailSecurity } from '../mails/security.ts'
import { text } from '../texts/texts.ts'
import { cannot, OperatorError } from '../operator/answer.ts'
import { personOf } from '../operator/operators.ts'

/** The address and language of a person who has a second factor, and since when (Unix ms). @throws OperatorError */
export async function enrolledOf(
  db: Db | Tx,
  id: string,
): Promise<{ email: string; language: string; confirmedAt: number }> {
  const person = await db
    .selectFrom('users as u')
    .leftJoin('second_factors as f', 'f.user_id', 'u.id')
    .select(['u.email', 'u.language', 'f.confirmed_at'])
    .where('u.id', '=', id)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!person) throw new OperatorError('There is no such account.', { reason: 'notFound' })
  const { confirmed_at: confirmedAt, ...rest } = person
  if (!confirmedAt) throw cannot('cannot.noFactor', { email: person.email })
  return { ...rest, confirmedAt: confirmedAt.getTime() }
}

/**
 * Removes the second factor of a person who has lost it, and their recovery codes. Their sessions are proven no longer,
 * and a mail says so. One that was set up since the act was asked for (`confirmedAt`) stays.
 *
 * @throws OperatorError
 */
export const removeFactor = (
  db: Db,
  { person: id, confirmedAt }: { person: string; confirmedAt: number },
  now: number,
  actor: Actor,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const person = await enrolledOf(tx, id)
    if (person.confirmedAt !== confirmedAt) throw cannot('cannot.factorNewer', { email: person.email })
    await deleteFactor(tx, id, now)
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
  const { confirmedAt } = await enrolledOf(db, person.id)
  await removeFactor(db, { person: person.id, confirmedAt }, now, actor)
  return `${person.email} has no second factor any more, and is told by mail.`
}

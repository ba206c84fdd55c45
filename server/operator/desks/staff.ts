import type { Input, Stated } from '#contract/registry.ts'
import { accepted, refused, tooMany, type Answer, type HandlersFor, type OperatorCall } from '../../http/handlers.ts'
import type { Limiter } from '../../turns/limits.ts'
import { whyNotOwn } from '../../factors/own-password.ts'
import type { Passwords } from '../../factors/passwords.ts'
import { takeCode } from '../../factors/second-factor.ts'
import { codeText, operators, personOf, setOperator } from '../operators.ts'
import { isOnly } from '../second-eyes.ts'
import { readDigestHours } from './tell-waits.ts'
import { actOf, actorOf, reasoned } from '../change.ts'

interface Guards {
  passwords: Passwords
  factors: Limiter
}
type Set = Stated<'operator.staffSet'>

/** The desk of operators. */
export const staffHandlers = (guards: Guards): HandlersFor<'operator.staff' | 'operator.staffSet'> => ({
  'operator.staff': async (call) =>
    accepted({
      staff: (await operators(call.db)).map((one) => ({
        id: one.user_id,
        email: one.email,
        name: one.username,
        rights: one.rights,
        entered: one.entered_at !== null,
        since: one.since.getTime(),
      })),
      only: await isOnly(call.db, call.user.id),
      digest: await readDigestHours(call.db),
    }),
  'operator.staffSet': (call, input) =>
    reasoned(call, async (): Promise<Answer<Set>> => {
      const { id: person } = await personOf(call.db, input.email)
      const { rights } = input
      if (rights !== null && person !== call.user.id && (await isOnly(call.db, call.user.id)))
        return addSecond(call, guards, { ...input, person, rights })
      const done = await actOf(call, { act: 'operator', person, rights })
      return done.kind === 'accepted' ? accepted({ ...done.data, text: '' }) : done
    }),
})

/** Adds an operator beside the only one, who proves password and second factor: nobody else could agree. */
async function addSecond(
  call: OperatorCall,
  { passwords, factors }: Guards,
  {
    person,
    rights,
    password,
    code,
  }: Input<'operator.staffSet'> & { person: string; rights: NonNullable<Input<'operator.staffSet'>['rights']> },
): Promise<Answer<Set>> {
  if (password === undefined) return refused('invalid', { path: 'password' })
  if (code === undefined) return refused('invalid', { path: 'code' })
  const { id } = call.user
  const no = await whyNotOwn(call, password, { passwords, attempts: factors, key: `password ${id}` })
  if (no) return no
  const allowed = factors.take(id, call.now())
  if (!allowed.ok) return tooMany(allowed.retryAfter)
  const became = await call.db.transaction().execute((tx) => takeCode(call.db, tx, id, code, call.now()))
  if (became !== 'taken') return refused(became === 'used' ? 'codeUsed' : 'codeWrong')
  factors.forget(id)
  const entrance = await setOperator(call.db, { person, rights }, call.now(), {
    ...actorOf(call),
    pair: { alone: true },
  })
  return accepted({ became: 'done', text: entrance ? codeText(entrance) : '', ...(entrance && { entrance }) })
}

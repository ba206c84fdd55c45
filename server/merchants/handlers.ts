import { sql } from 'kysely'
import { accepted, refused, type HandlersFor, type MutationsFor } from '../http/handlers.ts'
import { keysOf } from '../keys/keys-of.ts'
import { applicationChange, applicationRow, applicationsOf, readApplication } from './application.ts'
import { submit } from './apply.ts'
import { readContract } from '../market/merchant-contract/versions.ts'
import { signAgain } from './sign.ts'

export const merchantMutations: MutationsFor<'merchant.apply'> = {
  'merchant.apply': async (call, payload) => {
    const done = await submit(call, payload)
    if (!('reason' in done && 'params' in done) && 'state' in done)
      return { kind: 'accepted', rows: [applicationChange(call.keys, done)] }
    const there = await readApplication(call.tx, payload.id)
    const rows = there?.user_id === call.userId ? [applicationChange(call.keys, there)] : []
    return { kind: 'refused', refusal: done, rows }
  },
}

type MerchantCalls = 'merchant.index' | 'merchant.contract' | 'merchant.sign'

export const merchantHandlers: HandlersFor<MerchantCalls> = {
  'merchant.contract': async ({ db, now, language }, asked) =>
    accepted(await readContract(db, asked.language ?? language, now())),
  'merchant.sign': async ({ db, user, now }, input) => {
    const done = await signAgain(db, user.id, input, now())
    return 'state' in done
      ? accepted({ application: applicationRow(keysOf(db), done) })
      : refused(done.reason, done.params)
  },
  'merchant.index': async ({ db, user }) => {
    const [latest] = await applicationsOf(db, user.id)
    if (!latest) return { kind: 'noneYet', data: { application: null, ahead: 0 } }
    const waits = latest.state === 'submitted' || latest.state === 'inReview'
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from merchant_applications where state in ('submitted', 'inReview')
        and submitted_at < ${latest.submitted_at}::timestamptz`.execute(db)
    const data = { application: applicationRow(keysOf(db), latest), ahead: waits ? rows[0]!.n : 0 }
    return latest.store_id === null ? { kind: 'noneYet', data } : accepted(data)
  },
}

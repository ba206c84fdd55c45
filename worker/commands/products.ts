import type { CallOutcome } from '../api/worker-api.ts'
import { load } from '../env/load.ts'
import type { Device } from '../session/device.ts'
import type { OwnCallsFor } from '../session/session.ts'

type Name = 'goods.plan' | 'goods.planned' | 'goods.rejected' | 'goods.begin' | 'goods.job' | 'goods.write'

const accepted = <T>(data: T): CallOutcome<T> => ({ kind: 'accepted', data })
const part = () => load(import('../products/products.ts'))

/** Many of a store's goods at once: read from a file or changed together, recorded in pieces, written to a file. */
export const goodsCommands = (device: Pick<Device, 'env' | 'catalogue'>): OwnCallsFor<Name> => ({
  'goods.plan': async (wish, { person }) => {
    const { makePlan } = await part()
    return accepted({ shown: (await makePlan(person, await device.catalogue(), wish, device.env.now())) ?? null })
  },
  'goods.planned': async ({ plan: id, kind, from }, { person }) => {
    const { planOf, planRows } = await part()
    const plan = planOf(person.db, id)
    return accepted({ rows: plan ? planRows(plan, kind, from) : null })
  },
  'goods.rejected': async ({ plan: id }, { person }) => {
    const { planOf, rejectedOf } = await part()
    const plan = planOf(person.db, id)
    return accepted({ rejected: plan ? rejectedOf(plan) : null })
  },
  'goods.begin': async (input, session) => accepted({ became: await (await part()).beginPlan(device, session, input) }),
  'goods.job': async ({ act }, session) => accepted({ done: await (await part()).actOnJob(device, session, act) }),
  'goods.write': async (input, { person }) =>
    accepted(await (await part()).writeGoods(person.db, await device.catalogue(), input)),
})

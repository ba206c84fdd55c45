import { acts, type ActName } from './acts/all.ts'
import { readEffects } from './history/effect-log.ts'
import { heal } from './heal.ts'
import { History } from './history/history.ts'
import { coinsAddUp } from './acts/networks-invariant.ts'
import { addressesAreLastPut, cartAddsUp, moneyAndStock, registersAreLastSet } from './invariants/conservation.ts'
import { atMostOnce, inOrder } from './invariants/effects.ts'
import { nothingVanished } from './invariants/fates.ts'
import { foldedOnce, screensAgree } from './invariants/screens.ts'
import { sell } from './acts/buyer.ts'
import { signIn } from './acts/persons.ts'
import { seededRandom } from '#server/seed/random.ts'
import { settleAllOwed } from '#server/sync/owed.ts'
import { addMember } from '#server/members/members.ts'
import type { Plan, Step } from './plan.ts'
import type { FaultKind, Violation } from './device/record.ts'
import type { Shop } from './history/shop.ts'
import { strikesAtMarket, strikesTogether } from './history/strikes-at-market.ts'
import { turns, whileBusy } from './device/stage.ts'
import type { WireFault } from './device/wire-faults.ts'

/** The result of one history. */
export interface Outcome {
  seed: number
  intents: number
  devices: number
  violations: Violation[]
  strikes: Partial<Record<FaultKind, number>>
  /** How often each fault was tried, of those that need not strike. */
  aimed: Partial<Record<FaultKind, number>>
  ms: number
}

/** Runs a plan from its beginning to its healed end, and judges it. */
export async function runHistory(shop: Shop, plan: Plan): Promise<Outcome> {
  const since = performance.now()
  const h = new History(plan.seed, shop)
  try {
    await begin(h, plan)
    for (const step of plan.steps) await take(h, step)
    await heal(h)
    await judge(h)
  } catch (error) {
    h.say('bug', `the history broke: ${error instanceof Error ? error.stack : String(error)}`)
  }
  await h.end()
  return {
    seed: plan.seed,
    intents: h.intents,
    devices: h.phones.length,
    violations: h.violations,
    strikes: h.strikes,
    aimed: h.aimed,
    ms: performance.now() - since,
  }
}

async function begin(h: History, plan: Plan): Promise<void> {
  await whileBusy(async () => {
    h.persons = await h.shop.persons(plan.persons)
    h.stores = await h.shop.stores()
    const ids = h.stores.flatMap((s) => s.ids)
    for (const p of await h.shop.market.db
      .selectFrom('products')
      .select(['id', 'price', 'stock'])
      .where('id', 'in', ids)
      .execute()) {
      h.prices.set(p.id, p.price)
      h.made.set(p.id, p.stock)
    }
    if (plan.staff) await staff(h)
    for (const person of h.persons) h.elsewhere.set(person.uid, await h.shop.market.login(person))
    // There is something to ship from the beginning.
    if (plan.staff) for (let n = 0; n < 2; n++) await sell(h, seededRandom(plan.seed + n))
  })
  for (let i = 0; i < plan.phones; i++) {
    const phone = h.phone()
    const tab = phone.open()
    await h.time.pass(50)
    // The last of several begins as a guest's; the others are signed in, the first two as the same person.
    if (i === 2) continue
    h.begin(signIn(h, phone, h.persons[0]!.uid, tab))
  }
  await h.time.pass(1_000)
}

/** Everybody acts for the first store: one as its owner, the others as staff. */
async function staff(h: History): Promise<void> {
  const { db } = h.shop.market
  const { shopId: storeId } = h.stores[0]!
  const { uid } = await db.selectFrom('stores').select('uid').where('id', '=', storeId).executeTakeFirstOrThrow()
  const uids = h.persons.map((p) => p.uid)
  const [buyer] = await h.shop.persons(1)
  const token = await h.shop.market.login(buyer!)
  const membership = { members: new Set(uids), owner: uids[0]!, ended: new Set<string>() }
  h.staffed = { uid, storeId, ...membership, buyer: { ...buyer!, token } }
  for (const member of uids)
    await db.transaction().execute((tx) => addMember(tx, storeId, member, member === uids[0] ? 'owner' : 'staff'))
  await settleAllOwed(db)
}

async function take(h: History, step: Step): Promise<void> {
  if (step.gap > 0) await h.time.pass(step.gap)
  else await turns(step.turns)
  const phone = h.phones[step.phone]!
  if (step.act.startsWith('wire:')) {
    phone.network.armed.push(step.act.slice(5) as WireFault)
    return
  }
  const work = acts[step.act as ActName](h, phone, seededRandom(step.seed))
  if (work) h.begin(work)
}

async function judge(h: History): Promise<void> {
  const { db } = h.shop.market
  for (const phone of h.phones) h.violations.push(...phone.watch.violations.slice(0, 5))
  const effects = await whileBusy(() => readEffects(db, h.owning))
  strikesAtMarket(h, effects)
  strikesTogether(h, effects)
  atMostOnce(h, effects)
  await nothingVanished(h, effects)
  inOrder(h, effects)
  await screensAgree(h)
  // The devices have asked by now for the results that answers had left out.
  h.halfAnswered.clear()
  await foldedOnce(h, effects)
  await cartAddsUp(h, effects)
  await registersAreLastSet(h, effects)
  await addressesAreLastPut(h, effects)
  await moneyAndStock(h, effects)
  await coinsAddUp(h)
}

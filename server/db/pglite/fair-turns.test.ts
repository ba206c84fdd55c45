import { expect, it } from 'vitest'
import { FairTurns } from './fair-turns.ts'

/** Turns on a clock that stands still, each of so many ms; says in which order they were had. */
async function ordered(
  had: Record<string, number>,
  waiting: readonly (string | undefined)[],
  waits = 0,
): Promise<unknown[]> {
  let now = 0
  const turns = new FairTurns(() => now)
  for (const [who, ms] of Object.entries(had)) {
    await turns.take(who)
    now += ms
    turns.release()
  }
  await turns.take('holder')
  const order: unknown[] = []
  const all = waiting.map(async (who) => {
    await turns.take(who)
    order.push(who)
    turns.release()
  })
  now += waits
  turns.release()
  await Promise.all(all)
  return order
}

it('lets come first who has had the least lately, and the market before all', async () => {
  expect(await ordered({ flood: 500, some: 20 }, ['flood', 'some', 'new', undefined])).toEqual([
    'new',
    undefined,
    'some',
    'flood',
  ])
})

it('keeps the order of those who have had the same', async () => {
  expect(await ordered({}, ['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
})

it('lets everybody come: waiting makes up for what was had', async () => {
  let now = 0
  const turns = new FairTurns(() => now)
  await turns.take('flood')
  now += 100
  turns.release()
  await turns.take('holder')
  const order: string[] = []
  const come = async (who: string): Promise<void> => {
    await turns.take(who)
    order.push(who)
    now += 60
    turns.release()
  }
  const all = [come('flood')]
  now += 150
  all.push(come('new'))
  turns.release()
  await Promise.all(all)
  expect(order).toEqual(['flood', 'new'])
})

it('forgets what was had, half of it in half a minute', async () => {
  let now = 0
  const turns = new FairTurns(() => now)
  for (const [who, ms] of [
    ['early', 300],
    ['late', 200],
  ] as const) {
    await turns.take(who)
    now += ms
    turns.release()
    now += 60_000
  }
  await turns.take('holder')
  const order: string[] = []
  const all = ['late', 'early'].map(async (who) => {
    await turns.take(who)
    order.push(who)
    turns.release()
  })
  turns.release()
  await Promise.all(all)
  expect(order).toEqual(['early', 'late'])
})

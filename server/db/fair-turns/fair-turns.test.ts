import { expect, it } from 'vitest'
import { FairTurns } from './fair-turns.ts'

/** Turns on a clock that stands still, each of so many ms; says in which order they were had. */
async function ordered(
  had: Record<string, number>,
  waiting: readonly (string | undefined)[],
  waits = 0,
): Promise<unknown[]> {
  let now = 0
  const turns = new FairTurns({ now: () => now })
  for (const [who, ms] of Object.entries(had)) {
    const end = await turns.take(who)
    now += ms
    end()
  }
  const release = await turns.take('holder')
  const order: unknown[] = []
  const all = waiting.map(async (who) => {
    const end = await turns.take(who)
    order.push(who)
    end()
  })
  now += waits
  release()
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
  const turns = new FairTurns({ now: () => now })
  const flooded = await turns.take('flood')
  now += 100
  flooded()
  const release = await turns.take('holder')
  const order: string[] = []
  const come = async (who: string): Promise<void> => {
    const end = await turns.take(who)
    order.push(who)
    now += 60
    end()
  }
  const all = [come('flood')]
  now += 600
  all.push(come('new'))
  release()
  await Promise.all(all)
  expect(order).toEqual(['flood', 'new'])
})

it('forgets what was had, half of it in five seconds', async () => {
  let now = 0
  const turns = new FairTurns({ now: () => now })
  for (const [who, ms] of [
    ['early', 300],
    ['late', 200],
  ] as const) {
    const end = await turns.take(who)
    now += ms
    end()
    now += 10_000
  }
  const release = await turns.take('holder')
  const order: string[] = []
  const all = ['late', 'early'].map(async (who) => {
    const end = await turns.take(who)
    order.push(who)
    end()
  })
  release()
  await Promise.all(all)
  expect(order).toEqual(['early', 'late'])
})

it('soon ranks a caller who starts a flood behind a person with light, steady use', async () => {
  let now = 0
  const turns = new FairTurns({ now: () => now })
  const had = async (who: string, ms: number): Promise<void> => {
    const end = await turns.take(who)
    now += ms
    end()
  }
  for (let n = 0; n < 100; n++) {
    await had('little', 6)
    now += 250
  }
  await had('much', 300)
  const release = await turns.take('holder')
  const order: string[] = []
  const come = async (who: string): Promise<void> => {
    const end = await turns.take(who)
    order.push(who)
    end()
  }
  const all = [come('much')]
  now += 300
  all.push(come('little'))
  release()
  await Promise.all(all)
  expect(order).toEqual(['little', 'much'])
})

it('lets several have turns at once, each caller at most so many of them, and the market more', async () => {
  let now = 0
  const turns = new FairTurns({ slots: 4, most: 2, now: () => now })
  const begun: string[] = []
  const take = async (who: string | undefined, name: string) => {
    const end = await turns.take(who)
    begun.push(name)
    return end
  }
  const first = take('flood', 'flood 1')
  void take('flood', 'flood 2')
  void take('flood', 'flood 3')
  void take('some', 'some')
  void take(undefined, 'market')
  void take(undefined, 'market 2')
  await Promise.resolve()
  await new Promise(setImmediate)
  expect(begun).toEqual(['flood 1', 'flood 2', 'some', 'market'])
  expect(turns.length).toBe(2)
  now += 10
  ;(await first)()
  await new Promise(setImmediate)
  expect(begun.slice(4)).toEqual(['market 2'])
  expect(turns.length).toBe(1)
})

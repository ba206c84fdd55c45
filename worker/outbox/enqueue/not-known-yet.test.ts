import { expect, it, vi } from 'vitest'

// A start that knows only a visit's mutations, over rows on which others wait: each module is made anew, as in a worker
// that has just begun.

const order = '00000000-0000-4000-8000-00000000000a'

it('a fold that meets a mutation which is not loaded yet writes nothing, loads it and goes on', async () => {
  const { add, fence, intent, openOutbox } = await import('../../../tests/support/device/outbox.ts')
  const outbox = await openOutbox()
  const placing = {
    clientOrderId: order,
    shopId: 3,
    addressId: '00000000-0000-4000-8000-00000000000b',
    currency: 'USD',
    lines: [{ id: 7, variantId: 0, num: 2, price: 500 }],
    remark: '',
    goods: 1_000,
    shipping: 0,
    tax: 0,
    total: 1_000,
  }
  await outbox.enqueue(add(7, 5))
  await outbox.enqueue(intent('order.place', placing))
  expect(await outbox.shownNum(7)).toBe(3)

  vi.resetModules()
  const { isKnown } = await import('../../guess/known.ts')
  const { createEnqueue } = await import('./enqueue.ts')
  const { commit } = await import('./commit.ts')
  expect(isKnown('order.place')).toBe(false)
  const more = add(7, 1)
  await expect(commit(outbox.db, fence, [more])).rejects.toMatchObject({ name: 'NotKnownYet' })
  expect(await outbox.db.outbox.count()).toBe(2)

  const report = (error: unknown): never => {
    throw error
  }
  const enqueue = createEnqueue(outbox.db, fence, {
    saved: () => undefined,
    freeSpace: () => Promise.resolve(),
    report,
  })
  await enqueue.add([more])
  expect(isKnown('order.place')).toBe(true)
  expect(await outbox.shownNum(7)).toBe(4)
})

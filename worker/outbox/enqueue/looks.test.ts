import { afterEach, expect, it, vi } from 'vitest'
import { accepted, desk, endDesk, fence, type Answer } from '../../../tests/support/device/sender-desk.ts'
import { until } from '../../../tests/support/device/world.ts'
import { commit } from './commit.ts'
import { take } from '../take.ts'

// How often the sender looks at the outbox: each look is a transaction that a gesture may have to wait for.

afterEach(endDesk)

it('looks at the outbox once for a gesture that goes through, and again for one that stays', async () => {
  const answers: Answer[] = [
    accepted,
    (intents) => ({
      kind: 'accepted',
      data: {
        results: intents.map(({ seq }) => ({
          seq,
          outcome: 'refused',
          refusal: { reason: 'productGone' },
          rows: [],
        })),
      },
    }),
  ]
  // No heartbeat, which looks for itself, and no pause of the stream.
  const d = await desk({ patience: 500, push: (intents, nth) => answers[nth - 1]!(intents, nth) })
  void d.hold()
  await until('it listens', () => d.begun.listening > 0 && d.sent['sync.pull'] > 0)
  const begin = vi.spyOn(d.db, 'transaction')
  const looks = (): number =>
    begin.mock.calls.filter(([mode, tables]) => mode === 'rw' && [tables].flat().includes(d.db.quarantine)).length
  const pulled = async (): Promise<void> => {
    const pulls = d.sent['sync.pull']
    d.sender.probe()
    await until('it pulls, which comes after all that is to be sent', () => d.sent['sync.pull'] > pulls)
  }
  await d.enqueue()
  d.sender.kick()
  await until('it was sent', () => d.empty())
  const once = looks()
  expect(once).toBe(1)
  d.clock.offset += 10_000
  await pulled()
  // The probe itself looks, too.
  expect(looks()).toBe(once + 1)
  await d.enqueue()
  d.sender.kick()
  await until('it was refused', async () => (await d.db.outbox.toArray())[0]?.state === 'rejected')
  await until('it has looked at what stands behind it', () => looks() === once + 3)
})

it('knows of what waits, however far behind stands what it waits for', async () => {
  const d = await desk()
  const favour = (id: number, deps: string[] = []) => ({
    intentId: `intent-${id}`,
    name: 'favourite.set' as const,
    payload: { id, on: true },
    createdAt: 1,
    deps,
    confirmBy: null,
  })
  await commit(d.db, fence, [favour(1, ['intent-800']), ...Array.from({ length: 798 }, (_, i) => favour(i + 2))])
  await d.db.outbox.where(':id').above(1).modify({ state: 'rejected' })
  await commit(d.db, fence, [favour(800)])
  expect(await take(d.db, fence, 1, 5)).toMatchObject({ intents: [{ payload: { id: 800 } }], left: true })
  d.db.close()
})

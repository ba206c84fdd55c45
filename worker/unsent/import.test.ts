import { afterEach, describe, expect, it } from 'vitest'
import { PUSH_INTENTS_MAX, type ReadResult } from '#contract/sync/schema.ts'
import { GUEST } from '#localdb/schema.ts'
import { newIdb } from '../../tests/support/device/fake-idb.ts'
import { quickKeys } from '../../tests/support/device/quick-keys.ts'
import type { Env } from '../env/env.ts'
import type { Session } from '../session/session.ts'
import { openUserStore, recordGesture, type UserStore } from '../session/user-store.ts'
import { importUnsent } from './import.ts'
import type { UnsentIntent } from './file-schema.ts'
import { sealFile } from './file.ts'

const uid = '00000000-0000-4000-8000-000000000001'
const OTHER = 'ponmlkjihgfedcba'
const PASS = 'a phrase of mine'

const favourite = (seq: number, more: Partial<UnsentIntent> = {}): UnsentIntent => ({
  seq,
  intentId: `i${seq}`,
  name: 'favourite.set',
  payload: { id: seq, on: true },
  createdAt: 900 + seq,
  confirmBy: null,
  deps: [],
  ...more,
})
const fileOf = (intents: readonly UnsentIntent[], incarnation = OTHER, of = uid) =>
  sealFile({ uid: of, incarnation, createdAt: 1_000 }, intents, PASS)

type Answer = Partial<ReadResult> & Pick<ReadResult, 'outcome'>
type Adopt = { uid: string; incarnation: string; to: string; seqs: number[]; createdAts: number[] }

quickKeys()

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

/** A device of a person; `answer` is what the server says of each seq, undefined nothing. */
async function device(answer: (seq: number, to: string) => Answer | undefined, who = uid) {
  const env = { ...newIdb(), now: () => 2_000, online: () => true } as unknown as Env
  const person: UserStore = await openUserStore(env, who, null, () => undefined)
  ends.push(() => person.db.close())
  const calls: Adopt[] = []
  const kicks: string[] = []
  const counted: number[] = []
  const state = { full: 0, rooms: 0, down: Infinity }
  person.db.outbox.hook('creating', () => {
    if (state.full-- > 0) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  })
  const needs = {
    env,
    exchange: async (name: string, input: Adopt) => {
      expect(name).toBe('sync.adopt')
      if (calls.push(input) > state.down) return { kind: 'unreachable' }
      const results = input.seqs.flatMap((seq) => {
        const result = answer(seq, input.to)
        return result ? [{ seq, rows: [], ...result }] : []
      })
      return { kind: 'accepted', data: { results } }
    },
    freeSpace: async () => void state.rooms++,
    evictions: { recorded: (n: number) => void counted.push(n) },
  } as unknown as Parameters<typeof importUnsent>[0]
  const session = { person, kick: (how: string) => void kicks.push(how) } as unknown as Session
  return {
    env,
    person,
    calls,
    kicks,
    counted,
    state,
    take: (file: Uint8Array<ArrayBuffer>, passphrase = PASS) => importUnsent(needs, session, file, passphrase),
    rows: () => person.db.outbox.toArray(),
  }
}
const given = (_seq: number, to: string): Answer => ({
  outcome: 'refused',
  refusal: { reason: 'cancelled', params: { to } },
})
const nothing = { recorded: 0, already: 0, there: 0, elsewhere: 0, takenBack: 0, refused: 0, unreadable: 0, left: 0 }
const done = (counts: Partial<typeof nothing>) => ({ kind: 'accepted', data: { said: 'done', ...nothing, ...counts } })

describe('taking over a file of unsent work', () => {
  it('records what the server gives to this device, under ids of its own, with what it depended on', async () => {
    const d = await device(given)
    const file = await fileOf([favourite(1), favourite(2, { deps: ['i1', 'i9'], confirmBy: 5_000 })])
    expect(await d.take(file)).toEqual(done({ recorded: 2 }))
    const { incarnation } = d.person.fence
    expect(d.calls).toEqual([{ uid, incarnation: OTHER, to: incarnation, seqs: [1, 2], createdAts: [901, 902] }])
    expect(await d.rows()).toMatchObject([
      {
        intentId: `i1@${OTHER}`,
        name: 'favourite.set',
        payload: { id: 1, on: true },
        createdAt: 901,
        confirmBy: null,
        deps: [],
        from: { incarnation: OTHER, seq: 1, createdAt: 901, to: incarnation },
      },
      {
        intentId: `i2@${OTHER}`,
        createdAt: 902,
        confirmBy: 5_000,
        deps: [`i1@${OTHER}`],
        from: { incarnation: OTHER, seq: 2, createdAt: 902, to: incarnation },
      },
    ])
    expect(d.counted).toEqual([2])
    expect(d.kicks).toEqual(['probe'])
  })

  it('counts what the server says of the rest, and records none of it', async () => {
    const answers: Record<number, Answer | undefined> = {
      1: { outcome: 'accepted' },
      2: { outcome: 'refused', refusal: { reason: 'productGone' } },
      3: { outcome: 'refused', refusal: { reason: 'cancelled' } },
      4: { outcome: 'refused', refusal: { reason: 'cancelled', params: { to: 'a third device' } } },
      5: { outcome: 'busy' },
      6: { outcome: 'shelved' as never },
      7: undefined,
      8: { outcome: 'refused' },
      9: { outcome: 'needsConsent' },
      10: { outcome: 'refused', refusal: { reason: 'cancelled', params: { to: 'a fourth' } } },
    }
    const d = await device((seq) => answers[seq])
    const file = await fileOf(Object.keys(answers).map((seq) => favourite(Number(seq))))
    expect(await d.take(file)).toEqual(done({ there: 1, refused: 2, takenBack: 1, elsewhere: 2, left: 3, recorded: 1 }))
    expect((await d.rows()).map((row) => row.intentId)).toEqual([`i9@${OTHER}`])
  })

  it('records nothing twice', async () => {
    const d = await device(given)
    const file = await fileOf([favourite(1), favourite(2)])
    await d.take(await fileOf([favourite(1)]))
    expect(await d.take(file)).toEqual(done({ recorded: 1, already: 1 }))
    // Set aside since: it stays aside.
    await d.person.db.outbox.where('intentId').equals(`i1@${OTHER}`).delete()
    await d.person.db.quarantine.put({ id: `i1@${OTHER}`, reason: 'schema', row: {}, at: 1 })
    expect(await d.take(file)).toEqual(done({ already: 2 }))
    expect((await d.rows()).map((row) => row.intentId)).toEqual([`i2@${OTHER}`])
    expect(d.counted).toEqual([1, 1, 0])
  })

  it('asks under the id that an intent went on to', async () => {
    const d = await device(given)
    const moved = { incarnation: `${OTHER}-2` }
    expect(await d.take(await fileOf([favourite(1), favourite(2, moved), favourite(3)]))).toEqual(done({ recorded: 3 }))
    expect(d.calls.map(({ incarnation, seqs, createdAts }) => [incarnation, seqs, createdAts])).toEqual([
      [OTHER, [1, 3], [901, 903]],
      [`${OTHER}-2`, [2], [902]],
    ])
    expect((await d.rows()).map((row) => [row.intentId, row.from!.incarnation])).toEqual([
      [`i1@${OTHER}`, OTHER],
      [`i2@${OTHER}`, `${OTHER}-2`],
      [`i3@${OTHER}`, OTHER],
    ])
  })

  it('counts what it cannot read, and nothing waits for that', async () => {
    const d = await device(given)
    const file = await fileOf([
      favourite(1, { name: 'favourite.juggle' }),
      favourite(2, { payload: { id: 'two', on: true } }),
      favourite(3, { deps: ['i1', 'i2'] }),
    ])
    expect(await d.take(file)).toEqual(done({ recorded: 1, unreadable: 2 }))
    expect((await d.rows()).map((row) => [row.intentId, row.deps])).toEqual([[`i3@${OTHER}`, []]])
  })

  it('of this very store takes over only what a copy of it holds beyond what was recorded here', async () => {
    const d = await device(given)
    await recordGesture(d.person, d.env, [{ intentId: 'i1', name: 'favourite.set', payload: { id: 1, on: true } }])
    const own = d.person.fence.incarnation
    expect(await d.take(await fileOf([favourite(1)], own))).toEqual({ kind: 'accepted', data: { said: 'ownFile' } })
    expect(d.calls).toEqual([])
    expect(await d.take(await fileOf([favourite(1), favourite(2)], own))).toEqual(done({ recorded: 1, already: 1 }))
    expect(d.calls.map((call) => call.seqs)).toEqual([[2]])
  })

  it('of another store asks the server, also of what has the name of something recorded here', async () => {
    const d = await device(() => ({ outcome: 'accepted' }))
    await recordGesture(d.person, d.env, [{ intentId: 'i1', name: 'favourite.set', payload: { id: 1, on: true } }])
    expect(await d.take(await fileOf([favourite(1)]))).toEqual(done({ there: 1 }))
  })

  it('of this store knows what has ended, or was set aside', async () => {
    const d = await device(given)
    await recordGesture(d.person, d.env, [{ intentId: 'i1', name: 'favourite.set', payload: { id: 1, on: true } }])
    const [row] = await d.rows()
    await d.person.db.archive.put({ ...row!, state: 'acked', by: null, endedAt: 1 } as never)
    await d.person.db.outbox.clear()
    await d.person.db.quarantine.put({ id: 'i2', reason: 'schema', row: {}, at: 1 })
    const file = await fileOf([favourite(1), favourite(2)], d.person.fence.incarnation)
    expect(await d.take(file)).toEqual({ kind: 'accepted', data: { said: 'ownFile' } })
  })
})

describe('a file that is not taken over', () => {
  it.each([
    ['is none', async () => new TextEncoder().encode('hello\n'), PASS, 'noFile'],
    [
      'is of a later app',
      async () => new TextEncoder().encode('{"format":"caravan-unsent","version":9}\n'),
      PASS,
      'newer',
    ],
    ["is another person's", () => fileOf([], OTHER, uid.replace(/1$/, '2')), PASS, 'otherPerson'],
    ['has another passphrase', () => fileOf([favourite(1)]), `${PASS}!`, 'notOpened'],
  ] as const)('since it %s', async (_, file, passphrase, reason) => {
    const d = await device(given)
    expect(await d.take(await file(), passphrase)).toEqual({ kind: 'accepted', data: { said: reason } })
    expect([d.calls, d.kicks, await d.rows()]).toEqual([[], [], []])
  })

  it('since nobody is signed in', async () => {
    const d = await device(given, GUEST)
    expect(await d.take(await fileOf([favourite(1)]))).toEqual({
      kind: 'refused',
      refusal: { reason: 'pleaseLogin' },
    })
  })

  it('since the server could not be asked', async () => {
    const d = await device(given)
    d.state.down = 0
    expect(await d.take(await fileOf([favourite(1)]))).toEqual({ kind: 'unreachable' })
    expect([d.kicks, await d.rows()]).toEqual([[], []])
  })

  it('as far as the server could be asked no longer', async () => {
    const d = await device((seq) => (seq > 2 ? { outcome: 'accepted' } : given(seq, d.person.fence.incarnation)))
    d.state.down = 1
    const many = Array.from({ length: PUSH_INTENTS_MAX + 5 }, (_, i) => favourite(i + 1))
    expect(await d.take(await fileOf(many))).toEqual(done({ recorded: 2, there: PUSH_INTENTS_MAX - 2, left: 5 }))
    expect(d.calls.map((call) => call.seqs.length)).toEqual([PUSH_INTENTS_MAX, 5])
    expect(d.kicks).toEqual(['probe'])
  })
})

describe('a full disk', () => {
  it('is made room on, once', async () => {
    const d = await device(given)
    d.state.full = 1
    expect(await d.take(await fileOf([favourite(1)]))).toEqual(done({ recorded: 1 }))
    expect([d.state.rooms, d.counted]).toEqual([1, [1]])
  })

  it('that stays full is reported, and nothing is recorded', async () => {
    const d = await device(given)
    d.state.full = 9
    expect(await d.take(await fileOf([favourite(1)]))).toEqual({ kind: 'refused', refusal: { reason: 'storageFull' } })
    expect([d.state.rooms, d.counted, await d.rows()]).toEqual([1, [], []])
  })

  it('is not confused with a fault that is not the disk’s', async () => {
    const d = await device(given)
    d.person.db.outbox.hook('creating', () => {
      throw new Error('a bug')
    })
    await expect(d.take(await fileOf([favourite(1)]))).rejects.toThrow('a bug')
    expect(d.state.rooms).toBe(0)
  })
})

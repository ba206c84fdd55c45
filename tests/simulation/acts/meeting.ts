import { GUEST, userDbName, type IntentRow } from '#localdb/schema.ts'
import type { Gesture } from '#worker/api/worker-api.ts'
import { gestures } from '../gestures/gestures.ts'
import type { History } from '../history/history.ts'
import type { Phone } from '../device/phone.ts'
import { sight, personActs, signIn } from './persons.ts'
import { shopActs } from './shops.ts'
import { agree, waitingActs } from './waiting.ts'
import { uuidFrom } from '../gestures/sight.ts'
import type { Act } from './act.ts'

/** One of these phones with an intent that waits for the person's consent. */
const asking = (phones: readonly Phone[]): { phone: Phone; row: IntentRow } | undefined => {
  for (const phone of phones) {
    if (phone.person === GUEST) continue
    const row = phone.disk.rows<IntentRow>(userDbName(phone.person), 'outbox').find((r) => r.state === 'conflict')
    if (row) return { phone, row }
  }
  return undefined
}

const consents = async (h: History, phones: readonly Phone[], random: Parameters<Act>[2]): Promise<void> => {
  for (let seconds = 0; seconds < 20; seconds++) {
    const found = asking(phones)
    if (found) return void (await agree(h, found.phone, found.row, random))
    await h.time.wait(1_000)
  }
}

export const meetingActs = {
  /**
   * A guest's work is merged into a person's, sealed rows are sent and answered late, some intents go into a file that
   * another device takes over, one asks for consent, and outcomes are purged: all of it overlaps.
   */
  meeting: async (h, phone, random) => {
    await personActs.guestMerge(h, phone, random)
    const uid = phone.person
    if (uid === GUEST) return
    const other = h.phones.find((p) => p !== phone && p.person === uid) ?? h.phones.find((p) => p !== phone)!
    if (other.person !== uid) await signIn(h, other, uid)
    phone.network.slow.set('/api/sync/push', random.whole(2_000, 12_000))
    for (const name of ['address.put', 'cart.add'] as const)
      await h.gesture(phone, h.tabOf(phone, random), [
        { intentId: uuidFrom(random), name, payload: gestures[name](sight(h, phone, random))! } as Gesture,
      ])
    await shopActs.dearer(h, phone, random)
    const parts = [
      async () => {
        await waitingActs.exportUnsent(h, phone, random)
        if (random.chance(0.7)) await waitingActs.importUnsent(h, other, random)
      },
      () => shopActs.outcomesPurged(h),
      () => consents(h, [phone, other], random),
    ]
    for (const part of random.some(parts, parts.length)) {
      h.begin(part())
      await h.time.wait(random.whole(0, 3_000))
    }
  },
} satisfies Record<string, Act>

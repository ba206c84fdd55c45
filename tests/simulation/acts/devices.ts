import { DEVICE_CHANNEL } from '#localdb/device.ts'
import type { Phone } from '../device/phone.ts'
import type { Process, Tab } from '../device/process.ts'
import type { FaultKind } from '../device/record.ts'
import { userDbName } from '#localdb/schema.ts'
import { expected } from '../device/expected-errors.ts'
import { versionOf } from '../device/schema-change.ts'
import { turns } from '../device/stage.ts'
import { drawn } from './persons.ts'
import type { Act } from './act.ts'

const DAY = 86_400_000

/** Does something to whichever tab sends next, while its push is on the wire. */
const inFlight =
  (kind: FaultKind, strike: (process: Process) => void): Act =>
  (h, phone) => {
    phone.atPush.push((process) => {
      h.strike(kind)
      strike(process)
    })
  }
const network =
  (until: 'lieFiUntil' | 'portalUntil' | 'brokenUntil' | 'flapUntil', low: number, high: number): Act =>
  (h, phone, random) => {
    phone.network[until] = h.time.now + random.whole(low, high)
  }
const clock =
  (kind: FaultKind, ms: number): Act =>
  (h, phone) => {
    phone.clockSet.push(h.aim(kind))
    phone.clock += ms
  }
const freeze = (tab: Process | undefined, forMs: number, later: (ms: number, run: () => void) => void): void => {
  if (!tab || tab.dead) return
  tab.freeze()
  later(forMs, () => tab.thaw())
}

/** Every page is loaded anew, with newer code. */
const renew = (phone: Phone): Tab => {
  for (const tab of phone.live) tab.kill()
  phone.appVersion += 1
  return phone.open()
}

export const deviceActs = {
  openTab: (_h, phone) => {
    if (phone.live.length < 3) phone.open()
  },
  flush: (h, phone, random) => {
    const tab = h.tabOf(phone, random)
    tab.hidden = !random.chance(0.7)
    return tab.worker.flush(!tab.hidden)
  },
  /** The browser wakes the drain, with or without a page open; now and then it ends it before it is done. */
  wake: (h, phone, random) => {
    const waking = phone.wake()
    if (random.chance(0.4)) {
      h.time.later(random.whole(0, 400), () => {
        if (waking.cut()) h.strike('wakeCut')
      })
    }
    return waking.ended
  },
  want: (h, phone, random) =>
    h.tabOf(phone, random).worker.want('catalogue.product', { id: random.pick(h.stores[0]!.ids) }, phone.person),
  closeTab: (h, phone, random) => {
    if (phone.awake.length === 0) return undefined
    h.strike('closeTab')
    return random.pick(phone.awake).close()
  },
  killTab: (h, phone, random) => {
    if (phone.live.length === 0) return
    h.strike('killTab')
    random.pick(phone.live).kill()
  },
  killPhone: (h, phone) => {
    if (phone.killAll() > 0) h.strike('killPhone')
  },
  reloadLoop: async (h, phone, random) => {
    const struck = h.aim('reloadLoop')
    for (let n = random.whole(3, 6); n > 0; n--) {
      // It is loaded again before it is ready.
      if (phone.live.some((tab) => tab.unanswered.size > 0)) struck()
      for (const tab of phone.live) tab.kill()
      phone.open()
      if (random.chance(0.3)) await h.time.wait(random.whole(0, 40))
      else await turns(random.whole(0, 40))
    }
  },
  /** The app is renewed: every page is loaded anew, with the newer code. */
  update: (h, phone) => {
    renew(phone).upgrading = h.aim('update')
  },
  /** The app is renewed, and dies while it brings the person's database up to date. */
  upgradeCut: (h, phone, random) => {
    const tab = renew(phone)
    const count = random.whole(0, 12)
    tab.upgrading = () => {
      h.strike('upgradeCut')
      void turns(count).then(() => tab.kill())
    }
  },
  /**
   * A tab of the version before, such as a page that was kept, over a database that the newer one has taken over: it
   * records nothing.
   */
  oldCode: async (h, phone, random) => {
    const newer = (): boolean => (phone.disk.databases.get(userDbName(phone.person))?.version ?? 0) >= versionOf(2)
    if (!newer()) {
      renew(phone)
      await h.time.wait(500)
    }
    if (!newer()) return
    const newest = phone.appVersion
    phone.appVersion = 1
    const tab = phone.open()
    phone.appVersion = newest
    h.strike('oldCode')
    const asked = drawn(h, phone, random)
    const kind = await tab.worker.mutate(asked).then(
      (outcome) => outcome.kind,
      (error: unknown) => (expected(error) ? 'failed' : Promise.reject(error as Error)),
    )
    if (kind === 'saved' && newer()) h.say('I4', `old code over a newer database called ${asked[0]!.name} saved`)
    tab.kill()
  },
  fiveTabs: (h, phone, random) => {
    h.strike('fiveTabs')
    while (phone.awake.length < 5) phone.open()
    return Promise.all(phone.awake.slice(0, 5).map((tab) => h.gesture(phone, tab, drawn(h, phone, random))))
  },
  freeze: (h, phone, random) => {
    if (phone.awake.length > 0) h.strike('freeze')
    freeze(phone.awake[0], random.whole(2_000, 70_000), (ms, run) => h.time.later(ms, run))
  },
  /**
   * A frozen one holds the lease with its push on the wire: another takes it away. The frozen one comes back some time
   * later, or while the other's push is on the wire.
   */
  stealInFlight: (h, phone, random) => {
    if (phone.awake.length < 2) phone.open()
    const amidst = random.chance(0.7)
    return inFlight('stealInFlight', (tab) => {
      freeze(tab, random.whole(20_000, 60_000), (ms, run) => h.time.later(ms, run))
      if (amidst) phone.atPush.unshift(() => tab.thaw())
    })(h, phone, random)
  },
  killInFlight: inFlight('killInFlight', (tab) => tab.kill()),
  handOverInFlight: (h, phone, random) => {
    if (phone.awake.length < 2) phone.open()
    return inFlight('handOverInFlight', (process) => {
      if (!process.frozen)
        h.begin(phone.tabs.find((tab) => tab === process)?.close() ?? Promise.resolve(process.kill()))
    })(h, phone, random)
  },
  loseWords: (_h, phone, random) => {
    phone.loseWords += random.whole(1, 12)
  },
  deafTab: (h, phone, random) => {
    const tab = h.tabOf(phone, random)
    tab.deaf.add(random.chance(0.5) ? DEVICE_CHANNEL : `caravan-outbox-${phone.person}`)
  },

  offline: (h, phone, random) => {
    phone.saysOffline = h.aim('offline')
    phone.network.offline = true
    phone.offline = true
    h.time.later(random.whole(3_000, 50_000), () => {
      if (!phone.offline) return
      phone.network.offline = false
      phone.offline = false
      for (const tab of phone.awake) h.begin(tab.worker.flush())
    })
  },
  lieFi: (h, phone, random) =>
    (random.chance(0.15) ? network('lieFiUntil', 200_000, 400_000) : network('lieFiUntil', 3_000, 60_000))(
      h,
      phone,
      random,
    ),
  portal: network('portalUntil', 3_000, 40_000),
  longBroken: network('brokenUntil', 60_000, 240_000),
  flapping: network('flapUntil', 10_000, 60_000),

  clockBack: clock('clockBack', -DAY),
  clockAhead: clock('clockAhead', 2 * 365 * DAY),
} satisfies Record<string, Act>

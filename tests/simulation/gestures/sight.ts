import type { UserRows, UserTable } from '#contract/sync/schema-rows.ts'
import { GUEST, userDbName, type IntentRow, type MirrorRow } from '#localdb/schema.ts'
import type { Random } from '#server/seed/random.ts'
import type { TestShop } from '../../support/market/orders.ts'
import type { Phone } from '../device/phone.ts'

/** The things that a person sees when they act: the rows that the device shows, and the shops' goods. */
export interface Sight {
  random: Random
  shops: readonly TestShop[]
  guest: boolean
  shown<T extends UserTable>(table: T): UserRows[T][]
  mirror<T extends UserTable>(table: T): MirrorRow<UserRows[T]>[]
  waiting(): IntentRow[]
  uuid(): string
  /** The price of a piece of a product, as the page shows it (minor units). */
  price(id: number): number
}

/** A UUID from the history's own random numbers. */
export function uuidFrom(random: Random): string {
  const hex = Array.from({ length: 8 }, () =>
    Math.floor(random.next() * 65_536)
      .toString(16)
      .padStart(4, '0'),
  ).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The things that the person on a phone sees. */
export function sightOf(phone: Phone, shops: readonly TestShop[], prices: Sight['price'], random: Random): Sight {
  const database = userDbName(phone.person)
  const mirror: Sight['mirror'] = (table) => phone.disk.rows(database, table)
  return {
    random,
    shops,
    guest: phone.person === GUEST,
    mirror,
    price: prices,
    shown: (table) => mirror(table).flatMap((row) => (row.shown ? [row.shown] : [])),
    waiting: () => phone.disk.rows<IntentRow>(database, 'outbox'),
    uuid: () => uuidFrom(random),
  }
}

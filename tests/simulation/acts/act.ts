import type { Random } from '#server/seed/random.ts'
import type { History } from '../history/history.ts'
import type { Phone } from '../device/phone.ts'

/**
 * Something that happens to a phone, or around it. What it returns is not waited for: the next thing may happen in the
 * middle of it.
 */
export type Act = (h: History, phone: Phone, random: Random) => Promise<unknown> | void

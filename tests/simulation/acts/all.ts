import type { Act } from './act.ts'
import { copyActs } from './copies.ts'
import { heardActs } from './heard.ts'
import { meetingActs } from './meeting.ts'
import { deskActs } from './desks.ts'
import { deviceActs } from './devices.ts'
import { networkActs } from './networks.ts'
import { personActs } from './persons.ts'
import { shopActs } from './shops.ts'
import { storageActs } from './storage.ts'
import { waitingActs } from './waiting.ts'

const all = {
  ...personActs,
  ...waitingActs,
  ...deviceActs,
  ...storageActs,
  ...copyActs,
  ...heardActs,
  ...meetingActs,
  ...shopActs,
  ...deskActs,
  ...networkActs,
} satisfies Record<string, Act>

/** All that can happen in a history beside what befalls single calls. */
export type ActName = keyof typeof all
export const acts: Record<ActName, Act> = all

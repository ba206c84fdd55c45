import type { Act } from './acts/act.ts'
import { copyActs } from './acts/copies.ts'
import { heardActs } from './acts/heard.ts'
import { meetingActs } from './acts/meeting.ts'
import { deskActs } from './acts/desks.ts'
import { deviceActs } from './acts/devices.ts'
import { networkActs } from './acts/networks.ts'
import { personActs } from './acts/persons.ts'
import { shopActs } from './acts/shops.ts'
import { storageActs } from './acts/storage.ts'
import { waitingActs } from './acts/waiting.ts'

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

import { checkCalls } from './check.ts'
import type { OwnCallsFor } from '../session/session.ts'
import type { Device } from '../session/device.ts'
import { unsentCalls } from './unsent.ts'

/** The calls of which most pages never hear: a chunk of its own, loaded with the first of them. */
export const seldomCalls = (device: Device): OwnCallsFor<'device.check' | 'unsent.export' | 'unsent.import'> => ({
  ...checkCalls(device),
  ...unsentCalls(device),
})

import { checkCalls } from './check/calls.ts'
import type { OwnCallsFor } from './desk.ts'
import type { Device } from './device.ts'
import { unsentCalls } from './unsent/calls.ts'

/** The calls of which most pages never hear: a chunk of its own, loaded with the first of them. */
export const seldomCalls = (device: Device): OwnCallsFor<'device.check' | 'unsent.export' | 'unsent.import'> => ({
  ...checkCalls(device),
  ...unsentCalls(device),
})

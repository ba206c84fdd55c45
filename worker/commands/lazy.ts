import type { Device } from '../session/device.ts'
import { accountCommands } from './account.ts'
import { checkCalls } from './check.ts'
import { intentCalls } from './intents.ts'
import type { LazyCommands } from './lazy-names.ts'
import { mergeCommands } from './merge.ts'
import { pay } from './pay.ts'
import { storageCalls } from './storage.ts'
import { unsentCalls } from './unsent.ts'

/** The commands that few pages ask for: a chunk of its own, loaded with the first of them. */
export const lazyCommands = (device: Device): LazyCommands => ({
  ...accountCommands(device),
  'order.pay': (input, desk) => pay(device, desk, input),
  ...mergeCommands(device),
  ...intentCalls(device),
  ...storageCalls(device),
  ...checkCalls(device),
  ...unsentCalls(device),
})

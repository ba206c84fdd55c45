import { fileCommands } from './keep-file.ts'
import type { Follower } from '../catalogue/follower.ts'
import type { Device } from '../session/device.ts'
import { accountCommands } from './account.ts'
import { approvalCommands } from './approval.ts'
import { checkCommands } from '../check/commands.ts'
import { goodsCommands } from './products.ts'
import { intentCommands } from './intents.ts'
import type { LazyCommands } from './lazy-names.ts'
import { merchantCommands } from './merchants.ts'
import { mergeCommands } from './merge.ts'
import { movingCommands } from './moves.ts'
import { packCommands } from '../packs/commands.ts'
import { padCommands } from '../pads/commands.ts'
import { socialCommands } from './social.ts'
import { deskCommands } from './desks.ts'
import { sheetCommands } from './line-sheets.ts'
import { storageCommands } from './storage.ts'
import { unsentCommands } from '../unsent/commands.ts'

export { boundCatalogue } from '../session/bound-catalogue.ts'

/** The commands that few pages ask for: a chunk of its own, loaded with the first of them. */
export const lazyCommands = (device: Device, follower: Follower): LazyCommands => ({
  ...accountCommands(device),
  ...approvalCommands(device),
  ...fileCommands(device),
  ...socialCommands(device),
  ...movingCommands(device),
  'wallet.check': async (input, session) => (await import('../wallet/check.ts')).checkOwnBook(device, session, input),
  ...mergeCommands(device),
  ...merchantCommands(device),
  ...goodsCommands(device),
  ...intentCommands(device),
  ...packCommands(device, follower),
  ...padCommands(device),
  ...sheetCommands(device),
  ...storageCommands(device),
  ...deskCommands(device),
  ...checkCommands(device),
  ...unsentCommands(device),
})

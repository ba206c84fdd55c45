import type { Device } from '../session/device.ts'
import type { OwnCallsFor } from '../session/session.ts'
import { failed } from '../wire/failed.ts'

/** What a private link leads to: never kept, since it may end. */
export const sheetCommands = (device: Pick<Device, 'exchange'>): OwnCallsFor<'catalogue.sheet'> => ({
  'catalogue.sheet': async (input, session) => {
    const outcome = await device.exchange('catalogue.sheet', input, session)
    return outcome.kind === 'accepted' ? outcome : failed(outcome)
  },
})

import type { Device } from '../session/device.ts'
import type { OwnCallsFor } from '../session/session.ts'
import { failed } from '../wire/failed.ts'

/** Reads the line sheet behind a private link. It is never kept on the device, since the link may end. */
export const sheetCommands = (device: Pick<Device, 'exchange'>): OwnCallsFor<'catalogue.sheet'> => ({
  'catalogue.sheet': async (input, session) => {
    const outcome = await device.exchange('catalogue.sheet', input, session)
    return outcome.kind === 'accepted' ? outcome : failed(outcome)
  },
})

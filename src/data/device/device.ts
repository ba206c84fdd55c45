import { openDevice } from '#localdb/device.ts'

/** The device's own small store, as this page has it open. */
export const device = openDevice()

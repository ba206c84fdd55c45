import { afterAll } from 'vitest'
import { endDevices } from '../support/device/world.ts'

// Vitest's setup of each file of the journeys. Its hook stands before those of the file (`sequence.hooks: 'list'`): a
// device that is still on asks the server, which must not be closed under it.

afterAll(endDevices)

import type { CallInput, CallName, CallOutcome, CallOutput, WorkerApi } from './api.ts'
import { CATALOGUE_DB, userDbName } from '#localdb/schema.ts'
import { isClosed } from './storage-errors.ts'
import { createCalls } from './calls.ts'
import { createDevice, type Device } from './device.ts'
import type { Env } from './env.ts'
import { record } from './person.ts'
import { createWants } from './wants.ts'

/** One tab's worker: its door, and the way to end it. */
export interface Worker extends WorkerApi {
  /** Without a word on whether the page can be seen, that stays as it was. */
  flush(visible?: boolean): Promise<void>
  close(): Promise<void>
}

/** Puts the worker together over an environment; `base` is the API's origin ('' for the page's own). */
export function createWorker(env: Env, base = ''): Worker {
  const wants = createWants(() => device)
  const device: Device = createDevice(env, base, (desk) => void wants.missing(desk).catch(env.report))
  const calls = createCalls(device)
  return {
    ready: async () => {
      await device.catalogue()
      const { person } = await device.upToDate()
      return { uid: person.uid, guest: person.guest, userDb: userDbName(person.uid), catalogueDb: CATALOGUE_DB }
    },
    mutate: async (gesture) => {
      const { person } = await device.desk()
      try {
        return await record(person, env, gesture, device.freeSpace)
      } catch (error) {
        if (!isClosed(error)) throw error
        // Closed under it, so nothing was saved. What was a guest's a moment ago is the person's who signed in; of another's it is never made.
        const now = (await device.reopen()).person
        if (now.uid !== person.uid && !person.guest) throw error
        return record(now, env, gesture, device.freeSpace)
      }
    },
    want: (name, params) => wants.want(name, params),
    call: <N extends CallName>(name: N, input: CallInput<N>) => (calls[name] as (input: CallInput<N>) => Promise<CallOutcome<CallOutput<N>>>)(input),
    flush: async (seen) => {
      const visible = device.setVisible(seen)
      const desk = await device.desk()
      if (!env.online()) await desk.contact(false)
      else if (visible && !desk.person.guest) desk.kick('probe')
      // A guest sends nothing, so a read tells whether the market can be reached.
      else if (visible) await wants.want('catalogue.categories', {})
    },
    ping: async () => env.now(),
    close: () => device.close(),
  }
}

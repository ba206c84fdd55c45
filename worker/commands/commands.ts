import type { AnyonesCall, CallsFor, OwnCall } from '../api.ts'
import type { BroughtAnswers } from '../catalogue/keep-document.ts'
import type { Follower } from '../catalogue/follower.ts'
import { load as loadPart } from '../env/load.ts'
import type { Device } from '../session/device.ts'
import type { Session, OwnCallsFor } from '../session/session.ts'
import {
  lazyForAnyone,
  lazyForPerson,
  type LazyCommands,
  type LazyForAnyone,
  type LazyForPerson,
} from './lazy-names.ts'
import { searchCommands } from './search.ts'

/** The commands of a page, by whom they act for. */
export interface Commands {
  anyones: CallsFor<AnyonesCall>
  own: OwnCallsFor<OwnCall>
}

/** The commands that make no sense later. */
export function createCommands(device: Device, follower: Follower, brought: BroughtAnswers): Commands {
  const { 'search.history': history, ...search } = searchCommands(device)
  const load = async (): Promise<LazyCommands> => (await loadPart(import('./lazy.ts'))).lazyCommands(device)
  return {
    anyones: {
      ...(loadedBy(load, lazyForAnyone) as LazyForAnyone),
      ...search,
      'document.keep': brought.keep,
    },
    own: {
      ...(loadedBy(load, lazyForPerson) as LazyForPerson),
      'shop.reach': async (_input, session) => {
        session.kick('probe')
        const outcome = await follower.follow(0)
        return outcome.kind === 'fresh' ? { kind: 'accepted', data: {} } : outcome
      },
      'search.history': history,
    },
  }
}

/** Commands of these names, each of which loads the chunk when it is called. */
const loadedBy = (load: () => Promise<LazyCommands>, names: readonly (keyof LazyCommands)[]): unknown =>
  Object.fromEntries(
    names.map((name) => [
      name,
      async (...args: [never, Session]) => ((await load())[name] as (...args: [never, Session]) => unknown)(...args),
    ]),
  )

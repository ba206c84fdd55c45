import type { OperatorEndpointName } from '#contract/registry.ts'
import type { AnyonesCall, CallInput, CallOutcome, CallOutput, CallsFor } from '../api/worker-api.ts'
import type { BroughtAnswers } from '../catalogue/keep-document.ts'
import type { Follower } from '../catalogue/follower.ts'
import { load as loadPart } from '../env/load.ts'
import type { Device } from '../session/device.ts'
import type { Session, OwnCallsFor } from '../session/session.ts'
import { failed } from '../wire/failed.ts'
import {
  lazyForAnyone,
  type LazyCommands,
  type LazyForAnyone,
  type LazyForPerson,
  type StartCall,
} from './lazy-names.ts'
import { searchCommands } from './search.ts'

/** The commands of a page, by whom they act for. */
export interface Commands {
  anyones: CallsFor<AnyonesCall>
  own: OwnCallsFor<StartCall>
  /** All others of a person. */
  lazy(): Promise<LazyForPerson>
  /** A call of the operator's: the server answers it, and this device keeps nothing. */
  operator: Passing
}

/** Passes a call of the operator's on. */
type Passing = <N extends OperatorEndpointName>(
  name: N,
  input: CallInput<N>,
  session: Session,
) => Promise<CallOutcome<CallOutput<N>>>

/** The commands that make no sense later. */
export function createCommands(device: Device, follower: Follower, brought: BroughtAnswers): Commands {
  const { 'search.history': history, ...search } = searchCommands(device)
  const load = async (): Promise<LazyCommands> => (await loadPart(import('./lazy.ts'))).lazyCommands(device, follower)
  return {
    anyones: {
      ...(loadedBy(load, lazyForAnyone) as LazyForAnyone),
      ...search,
      'document.keep': brought.keep,
    },
    own: {
      'shop.reach': async (_input, session) => {
        session.kick('probe')
        const outcome = await follower.follow(0)
        return outcome.kind === 'fresh' ? { kind: 'accepted', data: {} } : outcome
      },
      'search.history': history,
      // Said by every visit: it brings none of the commands that are rarely asked for.
      'seen.note': async (input, session) => (await loadPart(import('./seen.ts'))).noteSeen(device, input, session),
    },
    lazy: load,
    operator: async (name, input, session) => {
      const outcome = await device.exchange(name, input as never, session)
      return outcome.kind === 'accepted' ? (outcome as never) : failed(outcome)
    },
  }
}

/** Commands of these names, each of which loads the chunk when it is called. */
const loadedBy = (load: () => Promise<LazyCommands>, names: readonly (keyof LazyForAnyone)[]): unknown =>
  Object.fromEntries(
    names.map((name) => [name, async (input: never) => ((await load())[name] as (input: never) => unknown)(input)]),
  )

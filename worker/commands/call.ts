import { isOperatorEndpoint } from '#contract/registry.ts'
import type { CallInput, CallName, CallOutcome, CallOutput, CallsFor, WorkerApi } from '../api/worker-api.ts'
import { NotLoaded } from '../env/load.ts'
import { isClosed } from '#localdb/storage-errors.ts'
import type { Device } from '../session/device.ts'
import type { OwnCallsFor } from '../session/session.ts'
import type { Commands } from './commands.ts'
import { sessionOf, wrongOwner } from './acts-for.ts'

/** Runs the command of a call: a person's own in the session of the person on whose screen it was made. */
export const createCall = (
  device: Pick<Device, 'lookUp' | 'desks'>,
  { anyones, own, lazy, operator }: Commands,
): WorkerApi['call'] =>
  async function call<N extends CallName>(
    name: N,
    input: CallInput<N>,
    as: string | undefined,
  ): Promise<CallOutcome<CallOutput<N>>> {
    try {
      if (Object.hasOwn(anyones, name)) return await (anyones as unknown as CallsFor<N>)[name](input)
      const session = await sessionOf(device, as)
      if (!session) return wrongOwner
      if (isOperatorEndpoint(name)) return (await operator(name, input as never, session)) as CallOutcome<CallOutput<N>>
      const commands = Object.hasOwn(own, name) ? own : await lazy()
      return await (commands as unknown as OwnCallsFor<N>)[name](input, session)
    } catch (error) {
      // The code that answers the call is still at the server, which cannot be reached.
      if (error instanceof NotLoaded) return { kind: 'unreachable' }
      // The person changed, or the storage went, in the middle: it is not known what became of it.
      if (!isClosed(error)) throw error
      return { kind: 'unreachable' }
    }
  }

import { useCallback, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { links } from '../links/links.ts'
import type { CallInput, CallName, CallOutcome, CallOutput } from '#worker/api/worker-api.ts'
import { underWay } from './worker/under-way.ts'
import { WorkerDied } from './worker/worker-died.ts'
import { usePerson } from './use-person.ts'
import { askWorker } from './worker/worker-client.ts'

export type { CallInput, CallOutput, Failed } from '#worker/api/worker-api.ts'

/**
 * Calls the server now; never queued, never repeated by itself. A second call while one runs gets the first one's
 * answer. It is made for the person whose screen it is, and refused when somebody else is signed in by now. When their
 * session is over, the login takes the screen's place. `desk`: the desk for whose store it is made.
 */
export function useCall<N extends CallName>(
  name: N,
  desk?: string,
): { call(input: CallInput<N>): Promise<CallOutcome<CallOutput<N>>>; busy: boolean } {
  const [busy, setBusy] = useState(false)
  const [, navigate] = useLocation()
  const uid = usePerson()?.uid
  const running = useRef<Promise<CallOutcome<CallOutput<N>>> | undefined>(undefined)
  const call = useCallback(
    (input: CallInput<N>) => {
      running.current ??= callNow(name, input, desk ?? uid)
        .then((outcome) => {
          // To sign in again and back here; what was typed is kept where it is a draft (spec §8).
          if (outcome.kind === 'sessionGone')
            navigate(links.login(true, location.pathname + location.search), { replace: true })
          return outcome
        })
        .finally(() => {
          running.current = undefined
          setBusy(false)
        })
      setBusy(true)
      return running.current
    },
    [name, desk, uid, navigate],
  )
  return { call, busy }
}

/** Calls the server, or the worker, once; a worker that dies meanwhile is an answer that never came. */
export async function callNow<N extends CallName>(
  name: N,
  input: CallInput<N>,
  as: string | undefined,
): Promise<CallOutcome<CallOutput<N>>> {
  try {
    return await underWay(askWorker((api) => api.call(name, input, as), true))
  } catch (error) {
    // Nobody knows whether it took effect: treated as an answer that never came.
    if (error instanceof WorkerDied) return { kind: 'unreachable' }
    throw error
  }
}

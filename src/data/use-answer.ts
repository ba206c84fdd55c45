import { useCallback, useEffect, useState } from 'react'
import type { AnyonesCall, CallInput, CallName, CallOutput } from '#worker/api/worker-api.ts'
import { WorkerDied } from './worker/worker-died.ts'
import { usePerson } from './use-person.ts'
import { askWorker } from './worker/worker-client.ts'

export type { DeviceFound, DeviceQuery, PadReady, PadShown } from '#worker/api/worker-api.ts'

type Question = Extract<AnyonesCall, `search.${string}`>

/**
 * The worker's answer to a question about this device, asked again whenever `input` changes; undefined asks nothing.
 * `for` is the input that the answer belongs to: the previous answer stays until the next one arrives. A question is
 * asked once `input` has not changed for `wait` (ms), so that not every letter asks.
 */
export function useAnswer<N extends Question>(
  name: N,
  input: CallInput<N> | undefined,
  wait = 0,
): { for: CallInput<N>; data: CallOutput<N> } | undefined {
  const [answer, setAnswer] = useState<{ for: CallInput<N>; data: CallOutput<N> }>()
  const key = input === undefined ? undefined : JSON.stringify(input)
  useEffect(() => {
    if (key === undefined) return
    let overtaken = false
    const asked = JSON.parse(key) as CallInput<N>
    const begin = () =>
      void askDevice(name, asked, undefined).then((data) => {
        if (!overtaken && data) setAnswer({ for: asked, data })
      })
    const timer = wait > 0 ? window.setTimeout(begin, wait) : void begin()
    return () => {
      overtaken = true
      window.clearTimeout(timer)
    }
  }, [name, key, wait])
  return key === undefined ? undefined : answer
}

/** Adds to or removes from the search history of the person whose screen it is. */
export function useSearchHistory(): (act: CallInput<'search.history'>) => void {
  const uid = usePerson()?.uid
  return useCallback((act) => void askDevice('search.history', act, uid), [uid])
}

type PadCall = 'pad.keep' | 'pad.read' | 'pad.check'

/** Keeps, reads and checks rows of the quick-order pad for the person whose screen it is. */
export function usePadCalls(): <N extends PadCall>(name: N, input: CallInput<N>) => Promise<CallOutput<N> | undefined> {
  const uid = usePerson()?.uid
  return useCallback((name, input) => askDevice(name, input, uid), [uid])
}

/**
 * Calls this device's worker; calls run independently of each other. Undefined when nobody could answer. Only for calls
 * that are safe to repeat.
 */
async function askDevice<N extends CallName>(
  name: N,
  input: CallInput<N>,
  as: string | undefined,
): Promise<CallOutput<N> | undefined> {
  const outcome = await askWorker((api) => api.call(name, input, as)).catch((error: unknown) => {
    // No worker lived long enough: the next question starts with another.
    if (error instanceof WorkerDied) return undefined
    throw error
  })
  return outcome?.kind === 'accepted' ? outcome.data : undefined
}

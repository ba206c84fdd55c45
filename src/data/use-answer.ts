import { useCallback, useEffect, useState } from 'react'
import type { AnyonesCall, CallInput, CallName, CallOutput } from '#worker/api.ts'
import { WorkerDied } from './supervisor.ts'
import { usePerson } from './use-person.ts'
import { ask } from './worker-client.ts'

export type { DeviceFound, DeviceQuery } from '#worker/api.ts'

type Question = Extract<AnyonesCall, `search.${string}`>

/**
 * What the worker answers to a question about this device, asked again whenever `input` changes; undefined asks
 * nothing.
 * `for` says which input an answer belongs to: the former one stays until the next is there. It is asked once `input`
 * has not changed for `wait` ms: what is overtaken by the next letter is never asked.
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

/** Remembers or forgets what the person whose screen it is searched for. */
export function useSearchHistory(): (act: CallInput<'search.history'>) => void {
  const uid = usePerson()?.uid
  return useCallback((act) => void askDevice('search.history', act, uid), [uid])
}

/**
 * One call of this device's worker, each for itself however many are under way; undefined when nobody could answer it.
 * Safe to be done twice.
 */
async function askDevice<N extends CallName>(
  name: N,
  input: CallInput<N>,
  as: string | undefined,
): Promise<CallOutput<N> | undefined> {
  const outcome = await ask((api) => api.call(name, input, as)).catch((error: unknown) => {
    // No worker lived long enough: the next question starts with another.
    if (error instanceof WorkerDied) return undefined
    throw error
  })
  return outcome?.kind === 'accepted' ? outcome.data : undefined
}

import { useEffect, useState } from 'react'
import type { CallInput, CallOutput, DeviceCalls } from '#worker/api.ts'
import { WorkerDied } from './supervisor.ts'
import { ask } from './worker-client.ts'

export type { DeviceFound, DeviceQuery } from '#worker/api.ts'

type Question = Extract<keyof DeviceCalls, `search.${string}`>

/**
 * What the worker answers to a question about this device, asked again whenever `input` changes; undefined asks
 * nothing.
 * `for` says which input an answer belongs to: the former one stays until the next is there.
 */
export function useAnswer<N extends Question>(
  name: N,
  input: CallInput<N> | undefined,
): { for: CallInput<N>; data: CallOutput<N> } | undefined {
  const [answer, setAnswer] = useState<{ for: CallInput<N>; data: CallOutput<N> }>()
  const key = input === undefined ? undefined : JSON.stringify(input)
  useEffect(() => {
    if (key === undefined) return
    let overtaken = false
    const asked = JSON.parse(key) as CallInput<N>
    void tell(name, asked).then((data) => {
      if (!overtaken && data) setAnswer({ for: asked, data })
    })
    return () => {
      overtaken = true
    }
  }, [name, key])
  return key === undefined ? undefined : answer
}

/**
 * One act on this device, each for itself however many are under way; undefined when nobody could do it. Safe to be
 * done twice.
 */
export async function tell<N extends Question>(name: N, input: CallInput<N>): Promise<CallOutput<N> | undefined> {
  const outcome = await ask((api) => api.call(name, input)).catch((error: unknown) => {
    // No worker lived long enough: the next question starts with another.
    if (error instanceof WorkerDied) return undefined
    throw error
  })
  return outcome?.kind === 'accepted' ? outcome.data : undefined
}

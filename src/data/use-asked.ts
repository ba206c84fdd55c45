import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { links } from '../links/links.ts'
import type { CallInput, CallName, CallOutput, Failed } from '#worker/api/worker-api.ts'
import { WorkerDied } from './worker/worker-died.ts'
import { usePerson } from './use-person.ts'
import { askWorker } from './worker/worker-client.ts'

/** A reading call to the server: its last answer, and how the current request stands. */
export interface Asked<T> {
  data: T | undefined
  /** Why there is no answer to the current input. */
  failure: Failed | undefined
  busy: boolean
  /** Asks again. */
  again(): void
  /** Puts an answer in the place of the last one, as an act returns it. */
  put(data: T): void
}

/**
 * The server's answer to a call that only reads, asked anew whenever `input` changes; undefined asks nothing. Nothing
 * of it is kept on the device. The last answer stays until the next one is there.
 */
export function useAsked<N extends CallName>(name: N, input: CallInput<N> | undefined): Asked<CallOutput<N>> {
  const uid = usePerson()?.uid
  const [, navigate] = useLocation()
  const [state, setState] = useState<{ data?: CallOutput<N>; failure?: Failed; busy: boolean }>({ busy: true })
  const [round, setRound] = useState(0)
  const latest = useRef(0)
  const key = input === undefined ? undefined : JSON.stringify(input)
  useEffect(() => {
    if (key === undefined) return
    const mine = ++latest.current
    setState((before) => ({ ...before, busy: true }))
    const answer = askWorker((api) => api.call(name, JSON.parse(key) as CallInput<N>, uid)).catch(
      (error: unknown): Failed => {
        if (error instanceof WorkerDied) return { kind: 'unreachable' }
        throw error
      },
    )
    void answer.then((outcome) => {
      if (latest.current !== mine) return
      if (outcome.kind === 'sessionGone')
        navigate(links.login(true, location.pathname + location.search), { replace: true })
      if (outcome.kind === 'accepted') setState({ data: outcome.data, busy: false })
      else setState(({ data }) => ({ ...(data && { data }), failure: outcome, busy: false }))
    })
  }, [name, key, uid, round, navigate])
  const again = useCallback(() => setRound((n) => n + 1), [])
  const put = useCallback((data: CallOutput<N>) => setState({ data, busy: false }), [])
  return { data: state.data, failure: state.failure, busy: state.busy, again, put }
}

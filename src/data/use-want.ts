import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { wantKey } from '#contract/document.ts'
import type { Failed, WantInput, WantName, WantOutcome } from '#worker/api/worker-api.ts'
import { SnapshotContext } from './document/snapshot.ts'
import { WorkerDied } from './worker/worker-died.ts'
import { usePerson } from './use-person.ts'
import { useReachable } from './use-status.ts'
import { askWorker } from './worker/worker-client.ts'

export interface WantedDetails {
  state: 'loading' | 'fresh' | 'failed'
  failure?: Failed
  /** Asks again; resolves when the answer is there. */
  refresh(): Promise<void>
}

const unreachable: Failed = { kind: 'unreachable' }

const FIRST_RETRY_MS = 3000
const LAST_RETRY_MS = 60_000

/**
 * Asks for rows: they arrive through the database (useLive); the result reports the progress. Asks again by itself
 * while the server is unreachable, and at once when the network returns. While the device knows that it cannot be
 * reached, nothing is called loading: an answer may be half a minute away, and is taken when it comes.
 */
export function useWant<N extends WantName>(name: N, params: WantInput<N>, enabled = true): WantedDetails {
  const key = wantKey(name, params)
  const snapshot = useContext(SnapshotContext)
  const refused = enabled ? snapshot.want(name, params) : undefined
  const [answer, setAnswer] = useState<{ key: string; outcome: WantOutcome } | undefined>(
    refused && { key, outcome: refused },
  )
  const uid = usePerson()?.uid
  const latest = useRef({ key, params, uid })
  // Declared before the effects that read it.
  useEffect(() => {
    latest.current = { key, params, uid }
  })

  const refresh = useCallback(async (): Promise<void> => {
    const { key: asked, params: input, uid: as } = latest.current
    const outcome = await askWorker((api) => api.want(name, input, as)).catch((error: unknown): WantOutcome => {
      // Nobody answered: treated like an unreachable server, and retried.
      if (error instanceof WorkerDied) return { kind: 'unreachable' }
      throw error
    })
    if (latest.current.key === asked) setAnswer({ key: asked, outcome })
  }, [name])

  useEffect(() => {
    if (enabled) void refresh()
  }, [key, enabled, refresh])

  const outcome = answer?.key === key ? answer.outcome : undefined
  const reachable = useReachable()
  const failed = outcome && outcome.kind !== 'fresh' ? outcome : undefined
  const failure = failed ?? (enabled && !outcome && !reachable ? unreachable : undefined)
  const retry = enabled && (failed?.kind === 'unreachable' || failed?.kind === 'busy') ? failed : undefined
  useRetry(retry, refresh)

  return {
    state: failure ? 'failed' : outcome ? 'fresh' : 'loading',
    ...(failure && { failure }),
    refresh,
  }
}

/** Retries with growing pauses while the page is visible, and at once when the network or the person returns. */
function useRetry(
  failure: { kind: 'unreachable' } | { kind: 'busy'; retryAfter: number } | undefined,
  refresh: () => Promise<void>,
): void {
  const pause = useRef(FIRST_RETRY_MS)
  useEffect(() => {
    if (!failure) {
      pause.current = FIRST_RETRY_MS
      return
    }
    const again = () => {
      if (document.visibilityState === 'visible') void refresh()
    }
    const wait = failure.kind === 'busy' ? Math.max(pause.current, failure.retryAfter * 1000) : pause.current
    const timer = setTimeout(again, Math.min(wait, LAST_RETRY_MS))
    pause.current = Math.min(pause.current * 2, LAST_RETRY_MS)
    addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [failure, refresh])
}

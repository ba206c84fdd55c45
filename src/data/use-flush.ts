import { useCallback } from 'react'
import { ask } from './worker-client.ts'

/** Asks the worker to try to send what waits now. */
export function useFlush(): () => Promise<void> {
  return useCallback(() => ask((api) => api.flush(document.visibilityState === 'visible')), [])
}

import { useCallback, useEffect, useRef, useState } from 'react'
import { merchantDraft } from '#localdb/queries/merchant.ts'
import { unseal } from '#localdb/seal.ts'
import { useLive } from './use-live.ts'
import { usePerson } from './use-person.ts'
import { ask } from './worker-client.ts'

/** Typing is kept this long after its last letter (ms). */
const AFTER = 300

/**
 * The draft of a person's application as this device keeps it, sealed: null for none, undefined until it is opened.
 * `keep` keeps another, soon; null deletes it, at once.
 */
export function useMerchantDraft(): { text: string | null | undefined; keep(text: string | null): void } {
  const uid = usePerson()?.uid
  const kept = useLive(merchantDraft, [])
  const [text, setText] = useState<string | null>()
  const opened = useRef(false)
  useEffect(() => {
    if (kept === undefined || opened.current) return
    opened.current = true
    // A draft whose key was lost is none.
    void (
      kept
        ? unseal(kept.key, { uid: kept.uid, id: 'merchant-draft', version: 1 }, kept.sealed)
        : Promise.resolve(undefined)
    ).then((found) => setText(typeof found === 'string' ? found : null))
  }, [kept])
  const waiting = useRef<{ timer: number; send(): void } | undefined>(undefined)
  const keep = useCallback(
    (next: string | null) => {
      if (waiting.current) clearTimeout(waiting.current.timer)
      setText(next)
      const send = (): void => {
        waiting.current = undefined
        void ask((api) => api.call('merchant.draft', { text: next }, uid))
      }
      if (next === null) send()
      else waiting.current = { timer: window.setTimeout(send, AFTER), send }
    },
    [uid],
  )
  // Whoever leaves in the middle of a word finds it again.
  useEffect(
    () => () => {
      if (!waiting.current) return
      clearTimeout(waiting.current.timer)
      waiting.current.send()
    },
    [],
  )
  return { text, keep }
}

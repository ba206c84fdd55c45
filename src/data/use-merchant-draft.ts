import { useCallback, useEffect, useRef, useState } from 'react'
import { merchantDraft } from '#localdb/queries/merchants.ts'
import { unseal } from '#localdb/seal.ts'
import { useLive } from './use-live.ts'
import { usePerson } from './use-person.ts'
import { askWorker } from './worker/worker-client.ts'

/**
 * The draft of a person's application as this device keeps it, sealed: null for none, undefined until it is opened.
 * `keep` keeps another; null deletes it. `keeping` until the last is on this device's disk.
 */
export function useMerchantDraft(): {
  text: string | null | undefined
  keeping: boolean
  keep(text: string | null): void
} {
  const uid = usePerson()?.uid
  const kept = useLive(merchantDraft, [])
  const [text, setText] = useState<string | null>()
  const [keeping, setKeeping] = useState(false)
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
  // One at a time, and the last as it then is: whoever leaves in the middle of a word finds it again.
  const next = useRef<string | null>(undefined)
  const sending = useRef(false)
  const keep = useCallback(
    (latest: string | null) => {
      setText(latest)
      next.current = latest
      const send = async (): Promise<void> => {
        sending.current = true
        setKeeping(true)
        while (next.current !== undefined) {
          const kept = next.current
          next.current = undefined
          await askWorker((api) => api.call('merchant.draft', { text: kept }, uid))
        }
      }
      if (!sending.current)
        void send().finally(() => {
          sending.current = false
          setKeeping(false)
        })
    },
    [uid],
  )
  return { text, keeping, keep }
}

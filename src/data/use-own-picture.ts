import { useEffect, useState } from 'react'
import { fileBytes } from '#localdb/queries/files.ts'
import { fileSealedAs, unsealBytes } from '#localdb/seal.ts'
import { useLive } from './use-live.ts'

/** The address of a picture that is kept on this device, by the id of its file; undefined until it is opened. */
export function useOwnPicture(id: string | undefined): string | undefined {
  const kept = useLive((db) => fileBytes(db, id), [id])
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!kept) return
    let made: string | undefined
    let current = true
    void unsealBytes(kept.key, fileSealedAs(kept.uid, kept.id), kept.sealed).then((bytes) => {
      if (!current || !bytes) return
      made = URL.createObjectURL(new Blob([bytes]))
      setUrl(made)
    })
    return () => {
      current = false
      setUrl(undefined)
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [kept])
  return url
}

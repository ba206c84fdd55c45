import { useEffect, useState } from 'react'
import { fileBytes } from '#localdb/queries/files.ts'
import { fileSealedAs, unsealBytes } from '#localdb/seal.ts'
import { useLive } from '../use-live.ts'

/** The address of a picture that is kept on this device, by the id of its file; undefined until it is opened. */
export const useOwnPicture = (id: string | undefined): string | undefined =>
  useOpenedPicture(useLive((db) => fileBytes(db, id), [id]))

/** The address of a picture's opened bytes, as long as it is shown. */
export function useOpenedPicture(kept: Awaited<ReturnType<typeof fileBytes>>): string | undefined {
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

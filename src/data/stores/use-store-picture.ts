import { useCallback } from 'react'
import { fileBytes } from '#localdb/queries/files.ts'
import type { UserReader } from '#localdb/read.ts'
import { useOpenedPicture } from '../pictures/use-own-picture.ts'
import { useStoreLive } from './use-store.ts'

/** The address of a picture that is kept at the desk around, by the id of its file; undefined until it is opened. */
export function useStorePicture(id: string | undefined): string | undefined {
  return useOpenedPicture(useStoreLive(useCallback((user: UserReader) => fileBytes({ user }, id), [id])))
}

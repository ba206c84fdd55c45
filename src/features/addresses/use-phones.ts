import { useEffect, useState } from 'react'
import type * as phones from './phone.ts'

/** The rules of phone numbers, in a chunk of their own. */
export type Phones = typeof phones

/**
 * Loads the rules of phone numbers; undefined when they cannot be loaded (offline before the first load): the server
 * then judges.
 */
export const loadPhones = (): Promise<Phones | undefined> => import('./phone.ts').catch(() => undefined)

/** The rules of phone numbers, loaded beside the screen; undefined until then. */
export function usePhones(): Phones | undefined {
  const [phones, setPhones] = useState<Phones>()
  useEffect(() => {
    void loadPhones().then((loaded) => loaded && setPhones(() => loaded))
  }, [])
  return phones
}

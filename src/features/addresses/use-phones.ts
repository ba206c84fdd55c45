import { useEffect, useState } from 'react'
import type * as phones from './phone.ts'

/** What is known of phone numbers, in a chunk of its own. */
export type Phones = typeof phones

/**
 * Brings the knowledge of phone numbers; undefined when it cannot be had now (offline before it was ever loaded): then
 * the shop judges.
 */
export const loadPhones = (): Promise<Phones | undefined> => import('./phone.ts').catch(() => undefined)

/** The same for a screen, loaded beside it. */
export function usePhones(): Phones | undefined {
  const [phones, setPhones] = useState<Phones>()
  useEffect(() => {
    void loadPhones().then((loaded) => loaded && setPhones(() => loaded))
  }, [])
  return phones
}

// A desk is a store as one of its members has it on a device. Its id names its database, and whose gestures are meant.

export const deskId = (storeUid: string, uid: string): string => `${storeUid}.${uid}`

export const isDesk = (id: string): boolean => id.includes('.')

/** The store and the person of a desk's id; undefined when it is a person's own. */
export function deskPartsOf(id: string | undefined): { storeUid: string; uid: string } | undefined {
  const [storeUid = '', uid] = id?.split('.') ?? []
  return uid === undefined ? undefined : { storeUid, uid }
}

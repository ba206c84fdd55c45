/** A store that this device takes along, or has taken. */
export interface PackRow {
  /** The store's id. */
  id: number
  name: string
  /** Its products; what it takes of them and their pictures was reckoned as so many bytes. */
  ids: number[]
  bytes: number
  /** With pictures, or without to save data. */
  pictures: boolean
  /** How many products are here, with their pictures. */
  done: number
  /**
   * `taking`: under way, or cut off in the middle; `paused` by the person; `waiting` for a network or room; `whole`
   * since `at` (Unix ms).
   */
  state: 'taking' | 'paused' | 'waiting' | 'whole'
  at: number
}

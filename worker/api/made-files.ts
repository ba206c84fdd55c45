/**
 * A file of unsent work: its bytes and the name to save it under, and how many intents it holds; `unreadable` ones
 * stayed out.
 */
export interface UnsentFile {
  bytes: Uint8Array<ArrayBuffer>
  name: string
  intents: number
  unreadable: number
}
/** Everything of a person in one file: its text, the name to save it under, and how many changes in it are unsent. */
export interface AccountFile {
  name: string
  text: string
  unsent: number
}
/** The result of taking over a file: why nothing was done, or how many of its intents ended in which way. */
export type TakenOver =
  | { said: 'noFile' | 'newer' | 'otherPerson' | 'notOpened' | 'ownFile' }
  | {
      said: 'done'
      recorded: number
      /** Taken over here before. */ already: number
      /** At the server already. */ there: number
      /** Another device took it over. */ elsewhere: number
      takenBack: number
      refused: number
      unreadable: number
      /** The network ended: not looked at. */ left: number
    }

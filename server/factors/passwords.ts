import { hash, verify } from '@node-rs/argon2'
import type { Bounds } from '../turns/bounds.ts'
import { createTurns } from '../turns/turns.ts'

// Argon2id with 19 MiB and two passes: one of OWASP's equivalent minimums, some 20 ms here.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** The caller: a signed-in person by their id, or a stranger by their address. */
export type Asker = { person: string } | { address: string }
// Two keyboards may encode the same password in two ways; NFC makes them one.
const spelled = (password: string): string => password.normalize('NFC')

const zeros = (bytes: number): string => Buffer.alloc(bytes).toString('base64').replace(/=+$/, '')
const NOBODY = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$${zeros(16)}$${zeros(32)}`

/** Makes and checks the hashes of passwords, for one market. */
export interface Passwords {
  /** The hash to store for a password; undefined when the server is too busy with others. */
  hash(password: string, who: Asker): Promise<string | undefined>
  /**
   * Whether a password is the stored one; without a stored one it takes as long and is not. Undefined when the server
   * is too busy with others.
   */
  check(password: string, stored: string | undefined, who: Asker): Promise<boolean | undefined>
  /**
   * Runs work that counts and checks a try, for people who are signed in one at a time in a process. Undefined, without
   * running it, when the server is too busy with others.
   */
  turn<T>(who: Asker, work: (isRight: IsRight) => Promise<T>): Promise<T | undefined>
}

/** Whether a password is the stored one. */
type IsRight = (password: string, stored: string) => Promise<boolean>

export function createPasswords(bounds?: Bounds): Passwords {
  // Two at once, because they share four threads with file access and each takes 19 MiB. A caller who finds a hundred
  // waiting (a second or two) has to come back later. People who are signed in have a queue of their own, so that they
  // can pay however many strangers guess.
  const strangers = createTurns(2, 100, bounds, 'Passwords of strangers that wait')
  const persons = createTurns(1, 100, bounds, 'Passwords of persons that wait')
  const inTurn = <T>(who: Asker, work: () => Promise<T>): Promise<T | undefined> =>
    'person' in who ? persons(work, who.person) : strangers(work, who.address)
  return {
    hash: (password, who) => inTurn(who, () => hash(spelled(password), PARAMETERS)),
    turn: (who, work) => inTurn(who, () => work((password, stored) => verify(stored, spelled(password)))),
    check: (password, stored, who) =>
      inTurn(who, async () => (await verify(stored ?? NOBODY, spelled(password))) && stored !== undefined),
  }
}

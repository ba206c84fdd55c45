import { setTimeout } from 'node:timers/promises'
import type { BookCheck } from '#contract/ledger/schema-operator.ts'
import { accepted, type HandlersFor } from '../http/handlers.ts'
import { verifyBook } from './book-check.ts'

/** The time for which a call waits for a check (ms). The desk looks again after that. */
const WAITS_MS = 5_000

/**
 * The operator's check of the book. A check reads the whole book, so each process runs one at a time, and calls join
 * the one under way. Only the last one is kept, in memory: after a restart the book is to be checked anew.
 */
export function operatorLedgerHandlers(): HandlersFor<'operator.ledger'> {
  let underWay: Promise<void> | undefined
  let last: BookCheck | null = null
  return {
    'operator.ledger': async ({ db, now }, { check }) => {
      if (check) {
        if (!underWay) {
          underWay = verifyBook(db, now())
            .then((found) => {
              last = found
            })
            .finally(() => {
              underWay = undefined
            })
          // It goes on after the answer, and the log says why it failed then.
          underWay.catch((error: unknown) => console.error('The book could not be checked:', error))
        }
        await Promise.race([underWay, setTimeout(WAITS_MS)])
      }
      return accepted({ last, busy: underWay !== undefined })
    },
  }
}

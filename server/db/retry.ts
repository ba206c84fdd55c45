import { isRetryable } from './sqlstate.ts'

const TRIES = 8

/** Runs a transaction, again if it met another one; such meetings are never shown. */
export async function retried<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt === TRIES || !isRetryable(error)) throw error
      // Those who met once would meet again if they came back at once.
      await new Promise((again) => {
        setTimeout(again, Math.random() * Math.min(500, 10 * 2 ** attempt))
      })
    }
  }
}

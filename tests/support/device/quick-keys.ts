import { afterAll, beforeAll, vi } from 'vitest'

/**
 * Makes keys out of passphrases in one round, for a file of tests: how long a passphrase takes to try is a matter of
 * worker/unsent/file.test.ts.
 */
export function quickKeys(): void {
  const derive = crypto.subtle.deriveKey.bind(crypto.subtle)
  beforeAll(() => {
    vi.spyOn(crypto.subtle, 'deriveKey').mockImplementation((algorithm, ...rest) =>
      derive({ ...(algorithm as Pbkdf2Params), iterations: 1 }, ...rest),
    )
  })
  afterAll(() => {
    vi.restoreAllMocks()
  })
}

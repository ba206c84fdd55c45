/** The first pause between two tries (ms); each later one is twice as long, up to 32 s. */
const PAUSE_MS = 500
const DOUBLED_MAX = 6

/** Waits until the network may be back after `failures` in a row. */
export async function networkAgain(failures: number): Promise<void> {
  if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
  await new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS * 2 ** Math.min(failures, DOUBLED_MAX))
  })
}

/**
 * Does what needs the network, several times where that fails.
 *
 * @throws what the last try has thrown, or one that says that this is `lost`
 */
export async function keepTrying<T>(attempt: () => Promise<T>, tries = 7): Promise<T> {
  for (let failures = 1; ; failures++)
    try {
      return await attempt()
    } catch (error) {
      if (failures === tries || (error as { lost?: boolean }).lost) throw error
      await networkAgain(failures)
    }
}

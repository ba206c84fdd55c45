/**
 * Runs `work` for each item in turn, and continues with the rest when one fails.
 *
 * @throws AggregateError of all that failed
 */
export async function eachOf<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = []
  for (const one of all) await work(one).catch((error: unknown) => errors.push(error))
  if (errors.length > 0)
    throw new AggregateError(
      errors,
      errors.map((error) => (error instanceof Error ? error.message : String(error))).join('; '),
    )
}

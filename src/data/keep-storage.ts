/** Asks the browser not to clear what this device keeps when room runs short: it now holds work that nobody else has. */
export async function keepStorage(): Promise<void> {
  if (!(await navigator.storage.persisted())) await navigator.storage.persist()
}

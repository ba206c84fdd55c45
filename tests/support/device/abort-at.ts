import { FDBObjectStore } from './fake-idb.ts'

const calls = [
  'put',
  'add',
  'delete',
  'clear',
  'get',
  'getAll',
  'getAllKeys',
  'getKey',
  'count',
  'openCursor',
  'openKeyCursor',
] as const

/**
 * Runs `work` with the transaction aborted at its k-th store call (from 1), as a crash there would.
 * Returns whether the k-th call was reached. forceCloseDatabase of fake-indexeddb would not do: it lets
 * a running transaction finish, so that such a test could not fail.
 */
export async function abortAt(k: number, work: () => Promise<unknown>): Promise<boolean> {
  let count = 0
  const proto = FDBObjectStore.prototype as unknown as Record<string, (...args: unknown[]) => unknown>
  const originals = calls.map((name) => [name, proto[name]!] as const)
  for (const [name, original] of originals) {
    proto[name] = function counted(this: { transaction: IDBTransaction }, ...args: unknown[]) {
      count += 1
      if (count === k) {
        this.transaction.abort()
        throw new DOMException('crashed here', 'AbortError')
      }
      return original.apply(this, args)
    }
  }
  try {
    await work()
  } catch (error) {
    if (count < k) throw error
  } finally {
    for (const [name, original] of originals) proto[name] = original
  }
  return count >= k
}

import { LeaseLost } from '../fence.ts'
import type { SenderDeps } from './sender-deps.ts'

/** Work that ends when `over` is aborted. */
export type Work = (c: SenderDeps, over: AbortSignal) => Promise<void>

/** Does the work of a lease, and what goes on beside it, until it ends, the lease is lost, or one of them breaks. */
export async function runUnderLease(
  c: SenderDeps,
  lost: AbortSignal,
  wake: () => void,
  work: Work,
  beside: readonly Work[],
): Promise<void> {
  const over = new AbortController()
  // A call on the wire ends with the lease, which says nothing of the network: the next holder finds it unknown.
  const tenant: SenderDeps = {
    ...c,
    wire: { send: (name, input, speaker) => c.wire.send(name, input, speaker, over.signal) },
    contact: (...how) => (over.signal.aborted ? Promise.resolve() : c.contact(...how)),
  }
  const end = (): void => {
    over.abort()
    wake()
  }
  let failure: unknown
  const failed = (error: unknown): void => {
    failure ??= error
    end()
  }
  lost.addEventListener('abort', end)
  if (lost.aborted) end()
  const going = beside.map((other) => other(c, over.signal).catch(failed))
  await work(tenant, over.signal).catch(failed)
  // Whichever of them ends first ends the others, so that the lease is never kept without its work.
  end()
  lost.removeEventListener('abort', end)
  await Promise.all(going)
  // A lease that went to another tab, or a database that closed with it: nothing of ours is left to do.
  if (failure !== undefined && !lost.aborted && !(failure instanceof LeaseLost)) throw failure
}

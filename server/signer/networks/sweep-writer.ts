import type { Gas, SignerRefusal, Sweep } from '../protocol/protocol.ts'
import type { SigningHistory } from '../log/history.ts'
import type { LogEntry } from '../log/log.ts'
import type { Writer } from './writer.ts'

/** How a signer takes the coins of a network from its deposit addresses. */
export interface SweepWriter extends Pick<Writer, 'write' | 'replacing'> {
  /** Why it makes no transaction of a sweep, whatever the caps; undefined where it does. */
  refuses(sweep: Sweep): SignerRefusal | undefined
  /** The nonce or outputs that its transactions spend, proven; undefined where they are not as the sweep says. */
  spend(sweep: Sweep): Pick<LogEntry, 'spends' | 'bitcoin'> | undefined
}

/** How it sends gas to the deposit addresses of a network. */
export interface GasWriter extends Pick<Writer, 'write' | 'replacing'> {
  /** The most that is sent in 24 hours (units). */
  day: bigint
  refuses(gas: Gas): SignerRefusal | undefined
  spend(history: SigningHistory): Pick<LogEntry, 'spends'>
}

/** The number of the deposit address of an entry. @throws Error where it collects nothing */
export function indexOf({ id, sweep }: Pick<LogEntry, 'id' | 'sweep'>): number {
  if (!sweep) throw new Error(`${id} is not the id of a sweep.`)
  return sweep.index
}

import type { History, PaymentHistory } from './history.ts'
import type { LogEntry, SignerLog } from './log.ts'
import type { SignAnswer, SignedTransaction } from './protocol.ts'
import { writeSimulated } from './simulated.ts'
import { sentBy, type Unwritten, type Writer } from './writer.ts'

/** The most transactions under one id. */
const REPLACED_MAX = 12

/** Under which conditions a transaction may be replaced. `at` is Unix ms. */
interface Replacing {
  /** The rate that was asked for, and the highest that is allowed. */
  rate: bigint
  most: bigint
  /** Whether the network's cap of transactions leaves room. */
  hasRoom: boolean
  at: number
}

/** How what was signed becomes durable, and is answered. */
export interface Recorder {
  /** Writes the transaction of an entry, logs it, and answers with it. */
  write(writer: Pick<Writer, 'write'>, unwritten: Unwritten): Promise<SignAnswer>
  /** Answers what was signed before: with its latest transaction, or one in its place that pays the network more. */
  again(before: PaymentHistory, writer: Pick<Writer, 'write' | 'replacing'>, replacing: Replacing): Promise<SignAnswer>
}

export function createRecorder(log: Pick<SignerLog, 'append'>, history: Pick<History, 'add'>): Recorder {
  const write: Recorder['write'] = async (writer, unwritten) => {
    const entry = { ...unwritten, ...(await writer.write(unwritten)) }
    await log.append(entry)
    history.add(entry)
    return transactionOf(entry)
  }
  return {
    write,
    async again({ latest, txids }, writer, { rate, most, hasRoom, at }) {
      if (txids.length >= REPLACED_MAX || !hasRoom) return transactionOf(latest)
      // The highest that is allowed may be enough.
      const next = writer.replacing(latest, rate < most ? rate : most)
      if (next === undefined) return transactionOf(latest)
      const { txid: _txid, raw: _raw, ...same } = latest
      return write(writer, { ...same, rate: String(next), at })
    },
  }
}

/** The transaction of an entry, as it is answered. */
export function transactionOf(entry: LogEntry): SignedTransaction {
  const { spends, rate, txid, raw = writeSimulated(sentBy(entry)).raw } = entry
  return { spends: [...spends], rate, txid, raw }
}

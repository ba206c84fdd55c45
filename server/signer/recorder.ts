import type { SigningHistory, PaymentHistory } from './log/history.ts'
import type { LogEntry, SignerLog } from './log/log.ts'
import type { SignAnswer, SignedTransaction } from './protocol/protocol.ts'
import { writeSimulated } from './protocol/simulated.ts'
import { sentBy, type Unwritten, type Writer } from './networks/writer.ts'

/** The most transactions under one id. */
const SIGNED_MAX = 12

/** Under which conditions an id gets another transaction. */
interface Another {
  /** The rate that was asked for, and the highest that is allowed. */
  rate: bigint
  most: bigint
  /** Whether the network's cap of transactions leaves room. */
  hasRoom: boolean
  /** Decides its entry at a rate; undefined where the latest transaction remains. */
  decide(rate: bigint): Promise<Unwritten | undefined> | Unwritten | undefined
}

/** How what was signed becomes durable, and is answered. */
export interface Recorder {
  /** Writes the transaction of an entry, logs it, and answers with it. */
  write(writer: Pick<Writer, 'write'>, unwritten: Unwritten): Promise<SignAnswer>
  /** Answers what was signed before: with its latest transaction, or with another one. */
  again(before: PaymentHistory, writer: Pick<Writer, 'write'>, another: Another): Promise<SignAnswer>
}

export function createRecorder(log: Pick<SignerLog, 'append'>, history: Pick<SigningHistory, 'add'>): Recorder {
  const write: Recorder['write'] = async (writer, unwritten) => {
    const entry = { ...unwritten, ...(await writer.write(unwritten)) }
    await log.append(entry)
    history.add(entry)
    return transactionOf(entry)
  }
  return {
    write,
    async again({ latest, txids }, writer, { rate, most, hasRoom, decide }) {
      if (txids.length >= SIGNED_MAX || !hasRoom) return transactionOf(latest)
      // The highest that is allowed may be enough.
      const next = await decide(rate < most ? rate : most)
      return next ? write(writer, next) : transactionOf(latest)
    },
  }
}

/** The entry of a transaction that replaces the latest one and pays the network more, signed at `at` (Unix ms). */
export function replacementOf(
  latest: LogEntry,
  writer: Pick<Writer, 'replacing'>,
  { most, at }: { most: bigint; at: number },
): Unwritten | undefined {
  const rate = writer.replacing(latest, most)
  if (rate === undefined) return undefined
  const { txid: _txid, raw: _raw, ...same } = latest
  return { ...same, rate: String(rate), at }
}

/** The transaction of an entry, as it is answered. */
export function transactionOf(entry: LogEntry): SignedTransaction {
  const { spends, rate, txid, raw = writeSimulated(sentBy(entry)).raw } = entry
  return { spends: [...spends], rate, txid, raw }
}

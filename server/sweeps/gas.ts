import { randomUUID } from 'node:crypto'
import { coinText } from '#contract/coins/assets.ts'
import type { SweepEnd } from '#contract/reserves/sweeps.ts'
import { FOLLOWED_DEPTH, type GasOf, type GasSending } from '../chains/chain.ts'
import type { Db } from '../db/tables/tables.ts'
import { followedHeight } from '../deposits/follow.ts'
import type { SignAnswer, SignedTransaction } from '../signer/protocol/protocol.ts'
import { readFunds, WalletEmptyError } from '../withdrawals/paying/funds.ts'
import { isAlarmedOn, otherSpender } from '../withdrawals/paying/gas.ts'
import { endSweep, moveSweep, storeSweep, whileSweepIn, writeSweep, type SweepingChain, type SweepRow } from './rows.ts'

// Gas for a token's address, from the paying wallet. It uses a nonce of the wallet, for which withdrawals wait. So it
// is noted first, and asked for until the signer has answered; and a transaction that the signer has made is stored and
// sent, even if its sweep has ended meanwhile.

/** How gas is asked for. */
interface Asking {
  gas: GasSending
  rate: bigint
  /** The followed height. */
  height: number
  now: number
}

/** Notes that an address needs gas, and asks for it. @throws WalletEmptyError where the paying wallet lacks it */
export async function beginGas(
  db: Db,
  chain: SweepingChain,
  row: SweepRow,
  { amount, ...asking }: Asking & { amount: bigint },
): Promise<void> {
  const { gas, rate } = asking
  await checkOpen(db, chain, row)
  const [left, needed] = [(await readFunds(db, chain, rate)).left(gas.coin), gas.needs(amount, rate)]
  if (left < needed)
    throw new WalletEmptyError(
      `The paying wallet on ${chain.id} has ${coinText(left > 0n ? left : 0n, gas.coin)} ${gas.coin} left, and gas for ` +
        `sweep ${row.id} needs ${coinText(needed, gas.coin)} ${gas.coin}`,
    )
  const noted = { gas_id: randomUUID(), gas: String(amount) }
  const isNoted = await whileSweepIn(db, row, ['planned'], async (tx, latest) => {
    // Another process was faster.
    if (latest.gas_id !== null) return false
    await writeSweep(tx, latest, noted)
    return true
  })
  if (isNoted) await askGas(db, chain, { ...row, ...noted }, asking)
}

/** On a chain whose transactions wait for those before them, one that is missing would hold up all. */
async function checkOpen(db: Db, chain: SweepingChain, { id }: SweepRow): Promise<void> {
  if (await isAlarmedOn(db, chain, id))
    throw new Error(`Nothing is paid on ${chain.id} while an answer of the signer is wrong`)
}

/** Asks for the transaction of gas that was noted, and stores it. */
export async function askGas(
  db: Db,
  chain: SweepingChain,
  row: SweepRow,
  { gas, rate, height, now }: Asking,
): Promise<void> {
  // One whose answer was wrong is asked for until that is over.
  if (!row.alarm) await checkOpen(db, chain, row)
  const { index, address } = row
  const asked: GasOf = { id: row.gas_id!, index, address, amount: BigInt(row.gas) }
  const asking = randomUUID()
  const isAsking = await whileSweepIn(db, row, ['planned'], async (tx, latest) => {
    await writeSweep(tx, latest, { asking })
    return true
  })
  if (!isAsking) return
  const endWith = (reason: SweepEnd): Promise<void> =>
    whileSweepIn(db, row, ['planned'], async (tx, latest) => {
      // The answer to a later request counts.
      if (latest.asking === asking) await endSweep(tx, latest, reason, now)
    })
  if (row.alarm && (await canNeverArrive(db, chain, asked))) return endWith('signer')
  const answer = await gas.sign(asked, rate)
  if ('refused' in answer && answer.refused !== 'changed') {
    // Nothing was signed under its id.
    console.error(`The signer has refused gas for sweep ${row.id}: ${answer.refused}`)
    return endWith('refused')
  }
  const checked = await compare(db, chain, row, { answer, asked, gas })
  if ('fault' in checked) {
    await whileSweepIn(db, row, ['planned'], (tx, latest) => writeSweep(tx, latest, { alarm: true }))
    throw new Error(`Gas for sweep ${row.id} is not sent: ${checked.fault}`)
  }
  await whileSweepIn(db, row, ['planned', 'ended'], async (tx, latest) => {
    await storeSweep(tx, latest, 'gas', checked.signed, height)
    if (latest.state === 'planned') await moveSweep(tx, latest, 'gas', now, { alarm: false })
  })
}

/** An answer that is right, or why it must not be sent. A signer that has lost its log would spend the same again. */
async function compare(
  db: Db,
  chain: SweepingChain,
  { id }: SweepRow,
  { answer, asked, gas }: { answer: SignAnswer; asked: GasOf; gas: GasSending },
): Promise<{ signed: SignedTransaction } | { fault: string }> {
  if ('refused' in answer) return { fault: 'the signer has signed something else under its id' }
  const fault = await gas.faultIn(answer, asked)
  if (fault !== undefined) return { fault }
  const what = `it spends ${answer.spends.join(', ')}`
  const other = await otherSpender(db, chain, answer.spends, id)
  if (other !== undefined) return { fault: `${what}, which ${other}` }
  const isSpent = (await chain.spentBy(answer.spends)) !== undefined && !(await isInBlock(chain, asked))
  return isSpent ? { fault: `${what}, which is spent on the chain already` } : { signed: answer }
}

/** Whether one of the transactions that the signer has made for gas is in a block. */
async function isInBlock(chain: SweepingChain, { id }: GasOf): Promise<boolean> {
  for (const txid of (await chain.signer.signed(id)).txids)
    if (typeof (await chain.paidAt(txid)) === 'number') return true
  return false
}

/** Whether no transaction that the signer has made for gas can be confirmed any more. */
async function canNeverArrive(db: Db, chain: SweepingChain, asked: GasOf): Promise<boolean> {
  const { spends } = await chain.signer.signed(asked.id)
  // Gas whose transaction was never signed is asked for again.
  if (!spends) return false
  const used = await chain.spentBy(spends)
  if (!used || (await followedHeight(db, chain)) - used.height + 1 < FOLLOWED_DEPTH) return false
  return !(await isInBlock(chain, asked))
}

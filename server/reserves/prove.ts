import { setTimeout } from 'node:timers/promises'
import { assets, isTest, type Asset } from '#contract/coins/assets.ts'
import { owedParts } from '#contract/reserves/owed-parts.ts'
import type { CoinReserves, ReserveProof } from '#contract/reserves/schema-operator.ts'
import type { Chain } from '../chains/chain.ts'
import type { Db } from '../db/tables/tables.ts'
import { assetsOn, owedOf, readBook, type Book } from './book.ts'
import { readChain, type ChainReading, type ReadChain } from './read-chain.ts'

/** Tries of a proof. Each reads the book again, because a chain may move on while its addresses are looked at. */
const TRIES = 3

/** A chain's reading; undefined where it could not be had. */
type Readings = ReadonlyMap<Chain, ChainReading | undefined>

/** Unix ms, the proof before, and the pause between two tries (ms). */
interface Proving {
  now: number
  before: ReserveProof | undefined
  pause: number
}

/** Compares what the chains show that the market holds with what its book owes at the same blocks. */
export async function prove(
  db: Db,
  chains: readonly ReadChain[],
  { now, before, pause }: Proving,
): Promise<ReserveProof> {
  for (let tries = 1; ; tries++) {
    const book = await readBook(
      db,
      chains.map(({ chain }) => chain),
      now,
    )
    const { readings, moved } = await readAll(chains, book)
    if (moved.length > 0 && tries < TRIES) {
      await setTimeout(pause)
      continue
    }
    for (const id of moved) console.warn(`Reserves on ${id} are not known: its node and the market are at other blocks`)
    const coins = provenAssets(readings, book).map((asset) => compare(asset, book, readings, { now, before }))
    return { at: now, coins, faults: book.faults }
  }
}

/** Reads all chains. A node that does not answer leaves its own chain unknown. */
async function readAll(
  chains: readonly ReadChain[],
  book: Book,
): Promise<{ readings: Readings; moved: readonly string[] }> {
  const readings = new Map<Chain, ChainReading | undefined>()
  const moved: string[] = []
  for (const one of chains) {
    const { id } = one.chain
    try {
      const reading = await readChain(one, book)
      if (!reading) moved.push(id)
      readings.set(one.chain, reading)
    } catch (error) {
      console.warn(`Reserves on ${id} are not known:`, error instanceof Error ? error.message : error)
      readings.set(one.chain, undefined)
    }
  }
  return { readings, moved }
}

/** The assets of all chains, and real ones that the book owes without a chain. */
const provenAssets = (readings: Readings, book: Book): Asset[] =>
  assets.filter((asset) => {
    if ([...readings.keys()].some((chain) => assetsOn(chain).includes(asset))) return true
    return !isTest(asset) && Object.values(owedOf(book, asset)).some((units) => units !== 0n)
  })

function compare(
  asset: Asset,
  book: Book,
  readings: Readings,
  { now, before }: Pick<Proving, 'now' | 'before'>,
): CoinReserves {
  const of = [...readings].filter(([chain]) => assetsOn(chain).includes(asset))
  const paid = of.reduce((sum, [, reading]) => sum + (reading?.paid.get(asset) ?? 0n), 0n)
  const parts = { ...owedOf(book, asset), paid }
  const owed = Object.values(parts).reduce((sum, units) => sum + units, 0n)
  const networks = of.map(([{ network }, reading]) => {
    const found = reading?.coins.get(asset)
    const text = (units: bigint | undefined): string | null => (units === undefined ? null : String(units))
    return {
      ...{ network, height: reading?.height ?? null },
      ...{ deposits: text(found?.deposits), own: text(found?.own) },
    }
  })
  const isKnown = of.length > 0 && of.every(([, reading]) => reading !== undefined)
  const held = of.reduce((sum, [, reading]) => {
    const { deposits = 0n, own = 0n } = reading?.coins.get(asset) ?? {}
    return sum + deposits + own
  }, 0n)
  const knownBefore = before?.coins.find((one) => one.asset === asset)?.knownAt ?? null
  return {
    asset,
    state: isKnown ? (held < owed ? 'short' : 'enough') : 'unknown',
    knownAt: isKnown ? now : knownBefore,
    held: isKnown ? String(held) : null,
    owed: String(owed),
    parts: owedParts.flatMap((part) => (parts[part] === 0n ? [] : [{ part, units: String(parts[part]) }])),
    networks,
  }
}

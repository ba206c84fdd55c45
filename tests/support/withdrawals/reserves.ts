import { owedParts, type OwedPart } from '#contract/reserves/owed-parts.ts'
import type { CoinReserves, ReserveProof } from '#contract/reserves/schema-operator.ts'

/** A coin of a proof, with the parts of what is owed beside its other figures. */
export function coinIn(proof: ReserveProof, asset: string): CoinReserves & Record<OwedPart, string> {
  const coin = proof.coins.find((one) => one.asset === asset)
  if (!coin) throw new Error(`The proof has no ${asset}`)
  const units = (part: OwedPart): string => coin.parts.find((one) => one.part === part)?.units ?? '0'
  return { ...coin, ...(Object.fromEntries(owedParts.map((part) => [part, units(part)])) as Record<OwedPart, string>) }
}

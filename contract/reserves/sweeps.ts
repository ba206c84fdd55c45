/**
 * States of a sweep, which collects the coins at one deposit address. `planned`: nothing of it is signed. `gas`: the
 * ether that a token's transaction needs is signed and stored, and on its way to the address. `sent`: the same of the
 * coins on their way to the market's own address. `done`: its network has confirmed it. `ended`: nothing was signed, or
 * nothing that was signed can be confirmed any more. The coins are then where they were.
 */
export const sweepStates = ['planned', 'gas', 'sent', 'done', 'ended'] as const
export type SweepState = (typeof sweepStates)[number]

/** The states that can follow each. */
const following: Record<SweepState, readonly SweepState[]> = {
  planned: ['gas', 'sent', 'ended'],
  gas: ['sent', 'ended'],
  sent: ['done', 'ended'],
  done: [],
  ended: [],
}

/** Whether a sweep can go from one state to another. */
export const canMoveSweep = (from: SweepState, to: SweepState): boolean => following[from].includes(to)

/**
 * Why a sweep has ended. `cost`: the network asked for too much of it before anything was signed. `moved`: the coins
 * were not there any more. `refused`: the signer has signed nothing of it. `signer`: the signer's answer was wrong, and
 * nothing was sent. `failed`: its transaction has failed. `taken`: another transaction has spent the same.
 */
export const sweepEnds = ['cost', 'moved', 'refused', 'signer', 'failed', 'taken'] as const
export type SweepEnd = (typeof sweepEnds)[number]

/**
 * Why nothing can be collected on a network. `simulated`: its coins are made up, and no key is needed to spend them.
 * `off`: the market does not pay there. `unsupported`: it pays there, and collects nothing. `unset`: the signer has no
 * destination in its settings. `foreign`: that is not an address of the market's. `away`: the network's node or the
 * signer does not answer.
 */
export const sweepHindrances = ['simulated', 'off', 'unsupported', 'unset', 'foreign', 'away'] as const
export type SweepHindrance = (typeof sweepHindrances)[number]

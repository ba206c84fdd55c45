// Tron's networks, without a library: the market's settings name them, too.

/** The ids of their first blocks. */
const genesisOf = {
  main: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
  nile: '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc',
  shasta: '0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e',
}

/** A network by its name, and the id of its first block. A network without a name is called by that id. */
export interface TronNetwork {
  name: string
  genesis: string
}

/** Reads a network's name, or the id of its first block; undefined where it is neither. */
export function readTronNetwork(text: string): TronNetwork | undefined {
  const [name, genesis] = Object.entries(genesisOf).find((one) => one.includes(text)) ?? [text, text]
  // An id begins with the height of its block.
  return /^0{16}[0-9a-f]{48}$/.test(genesis) ? { name, genesis } : undefined
}

/** Whether a network's coins are worth nothing. */
export const isTestTron = ({ name }: TronNetwork): boolean => name !== 'main'

/** The id of a network's chain. */
export const tronId = ({ name }: TronNetwork): string => `tron-${name}`

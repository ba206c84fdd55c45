import { readFile } from 'node:fs/promises'
import solc from 'solc'
import type { Abi, Hex } from 'viem'

/** A compiled contract. */
export interface Contract {
  abi: Abi
  bytecode: Hex
}

type Name = 'Plain' | 'Silent' | 'Refusing' | 'Sender'

interface Output {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<Name, { abi: Abi; evm: { bytecode: { object: string } } }>>
}

const FILE = 'tokens.sol'

let compiled: Promise<Record<Name, Contract>> | undefined

/** The contracts of tokens.sol, compiled once in a process. */
export const compileTokens = (): Promise<Record<Name, Contract>> => (compiled ??= compile())

async function compile(): Promise<Record<Name, Contract>> {
  const content = await readFile(new URL(FILE, import.meta.url), 'utf8')
  const settings = { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } }
  const input = { language: 'Solidity', sources: { [FILE]: { content } }, settings }
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output
  const errors = output.errors?.filter(({ severity }) => severity === 'error') ?? []
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const entries = Object.entries(output.contracts[FILE]!).map(([name, { abi, evm }]) => [
    name,
    { abi, bytecode: `0x${evm.bytecode.object}` },
  ])
  return Object.fromEntries(entries) as Record<Name, Contract>
}

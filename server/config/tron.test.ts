import { expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const [, ...lines] = error.message.split('\n')
    return lines.map((line) => line.trim())
  }
}

const tron = {
  DEMO: '0',
  TRON_API: 'http://127.0.0.1:8090',
  TRON_XPUB: `xpub${'6'.repeat(107)}`,
  TRON_USDT: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
}

it('reads the settings of Tron, with one address or two', () => {
  const main = { api: 'http://127.0.0.1:8090', xpub: tron.TRON_XPUB, usdt: tron.TRON_USDT }
  const { tron: read, simulatedSeconds } = readConfig(tron)
  expect(read).toMatchObject({ ...main, solidity: main.api, network: { name: 'main' } })
  expect(simulatedSeconds).toBeUndefined()
  expect(read).not.toHaveProperty('wallet')
  const paying = { TRON_WALLET: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', SIGNER_SOCKET: '/run/caravan/signer.sock' }
  expect(readConfig({ ...tron, ...paying }).tron?.wallet).toBe(paying.TRON_WALLET)
  const more = { TRON_SOLIDITY_API: 'http://127.0.0.1:8091', TRON_NETWORK: 'nile', TRON_RESERVES: tron.TRON_USDT }
  expect(readConfig({ ...tron, ...more }).tron).toMatchObject({
    ...{ ...main, solidity: 'http://127.0.0.1:8091', network: { name: 'nile' }, reserves: [tron.TRON_USDT] },
  })
  const own = `${'0'.repeat(16)}${'ab'.repeat(24)}`
  expect(readConfig({ ...tron, TRON_NETWORK: own }).tron?.network).toEqual({ name: own, genesis: own })
  expect(readConfig({ DEMO: '0' }).tron).toBeUndefined()
})

it('needs the key and the token of Tron, plays nothing beside it, and shows none of what was wrong', () => {
  expect(problemsOf({ ...tron, DEMO: '', TEST_MONEY: '1', SIMULATED_NETWORKS: '1' })).toEqual([
    'DEMO must be 0 beside a real network (TRON_API)',
    'SIMULATED_NETWORKS must be off beside a real network (TRON_API)',
    'TEST_MONEY must be off beside a real network (TRON_API)',
  ])
  expect(problemsOf({ DEMO: '0', TRON_API: tron.TRON_API })).toEqual([
    'TRON_XPUB is missing: TRON_API needs it',
    'TRON_USDT is missing: TRON_API needs it',
  ])
  const others = { TRON_SOLIDITY_API: tron.TRON_API, TRON_NETWORK: 'nile', TRON_RESERVES: tron.TRON_USDT }
  for (const [name, value] of Object.entries(others))
    expect(problemsOf({ [name]: value })).toEqual([`TRON_API is missing: ${name} needs it`])
  expect(problemsOf({ ...tron, TRON_WALLET: tron.TRON_USDT })).toEqual([
    'SIGNER_SOCKET is missing: TRON_WALLET needs a signer',
  ])
  const wrong = {
    ...{ TRON_API: 'ftp://user:secret@host', TRON_SOLIDITY_API: 'secret', TRON_NETWORK: 'mainnet' },
    ...{ TRON_XPUB: `xprv${'6'.repeat(107)}`, TRON_USDT: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
    ...{ TRON_RESERVES: `${tron.TRON_USDT},`, TRON_WALLET: `${tron.TRON_USDT}x`, SIGNER_SOCKET: '/signer.sock' },
  }
  expect(problemsOf({ ...tron, ...wrong })).toEqual([
    'TRON_API is no address like http://127.0.0.1:8090',
    'TRON_SOLIDITY_API is no address like http://127.0.0.1:8091',
    'TRON_NETWORK is none of: main, nile, shasta, the id of a first block',
    'TRON_XPUB is not an extended public key: xpub…',
    'TRON_USDT is not an address: T…',
    'TRON_WALLET is not an address: T…',
    'TRON_RESERVES is not a list of addresses: T…,T…',
  ])
})

import { readContract } from 'viem/actions'
import { expect, it, onTestFinished } from 'vitest'
import { onAnvil, rich, startAnvil } from './anvil.ts'
import { compileTokens } from './compile.ts'

const [title, runs] = onAnvil('a local chain makes blocks on demand, and takes them back')

it.runIf(runs)(title, async () => {
  const anvil = await startAnvil()
  onTestFinished(() => anvil.close())
  const { Silent } = await compileTokens()
  const token = await anvil.deploy(Silent, 6)
  await anvil.mint(token, rich.address, 5_000_000n)
  const to = '0x00000000000000000000000000000000000000aa'
  await anvil.call(Silent, token, 'transfer', [to, 2_000_000n])
  const read = () =>
    readContract(anvil.node, { address: token, abi: Silent.abi, functionName: 'balanceOf', args: [to] })
  expect(await read()).toBe(0n)
  await anvil.mine()
  expect(await read()).toBe(2_000_000n)
  await anvil.reorganise(1)
  expect(await read()).toBe(0n)
})

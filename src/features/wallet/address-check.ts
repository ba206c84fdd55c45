import { lookalikeOf, readWithdrawalAddress } from '#contract/rules/withdrawal-address.ts'
import type { WithdrawMethod } from './use-withdrawing.ts'

/** Checks an address to withdraw to: its canonical form and the earlier address that it can be mistaken for. */
export function checkAddress(
  { network, simulated }: Pick<WithdrawMethod, 'network' | 'simulated'>,
  text: string,
  earlier: readonly string[],
) {
  const read = readWithdrawalAddress(network, text, simulated)
  return 'address' in read ? { ...read, lookalike: lookalikeOf(read.address, earlier) } : read
}

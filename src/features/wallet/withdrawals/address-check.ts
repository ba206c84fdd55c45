import { lookalikeOf, readWithdrawalAddress } from '#contract/withdrawals/address.ts'
import type { WithdrawMethod } from '../use-withdrawing.ts'

/** Checks an address to withdraw to: its canonical form and the earlier address that it can be mistaken for. */
export function checkAddress(
  { network, simulated, test }: Pick<WithdrawMethod, 'network' | 'simulated' | 'test'>,
  text: string,
  earlier: readonly string[],
) {
  const read = readWithdrawalAddress(network, text, { simulated, test })
  return 'address' in read ? { ...read, lookalike: lookalikeOf(read.address, earlier) } : read
}

/**
 * Reasons for an operator to look at a withdrawal beside its worth. `deposit`: the network took back a deposit of the
 * person's that was spent. `suspended`: the person is, or the store. `owner`: the person is no longer an owner of the
 * store. `cost`: the network costs more than the fee. `signer`: the signer needs operators' signatures. `signerLimit`:
 * the signer does not pay it, whatever operators sign. `signerAlarm`: the signer's answer cannot be right, so it is
 * not sent.
 */
export const withdrawalDoubts = [
  'deposit',
  'suspended',
  'owner',
  'cost',
  'signer',
  'signerLimit',
  'signerAlarm',
] as const
export type WithdrawalDoubt = (typeof withdrawalDoubts)[number]

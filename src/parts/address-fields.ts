import type { AddressField } from '#contract/rules/addresses.ts'

/** The fields of an address, in the order of the form. */
export const fields = [
  'recipient',
  'mobile',
  'country',
  'province',
  'city',
  'detail',
  'zip',
] as const satisfies readonly AddressField[]

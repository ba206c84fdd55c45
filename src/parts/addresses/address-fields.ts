import { addressFields, type AddressField } from '#contract/addresses/fields.ts'

const first: readonly AddressField[] = ['recipient', 'mobile']
/** The fields of an address, in the order of the form: whom it is for, then where. */
export const addressFormFields: readonly AddressField[] = [
  ...first,
  ...addressFields.filter((field) => !first.includes(field)),
]

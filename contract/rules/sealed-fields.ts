import type { UserTable } from '../schema/rows.ts'

// Apart from rows.ts, so that a page can open what is sealed without carrying the schemas' library.

/** The fields of an address that a person writes; all of them are sealed on the device. */
export const addressFields = {
  country: true,
  province: true,
  city: true,
  detail: true,
  zip: true,
  recipient: true,
  mobile: true,
} as const

/** Fields of rows that are sealed at rest on the device, by table. */
export const sealedFields: Partial<Record<UserTable, readonly string[]>> = {
  addresses: Object.keys(addressFields),
  talkLines: ['text'],
  loans: ['purpose', 'mobile', 'name'],
  merchantApplications: ['realName', 'documentNumber', 'receipt'],
  quotes: ['note', 'said'],
  orders: ['address', 'remark', 'notes', 'poNumber'],
  sales: ['buyer', 'address', 'remark', 'notes', 'poNumber'],
}

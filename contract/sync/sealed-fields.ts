import type { UserTable } from './schema-rows.ts'
import { addressFields } from '../addresses/fields.ts'

// Apart from schema-rows.ts, so that a page can open what is sealed without carrying the schemas' library.

/** Fields of rows that are sealed at rest on the device, by table. */
export const sealedFields: Partial<Record<UserTable, readonly string[]>> = {
  addresses: addressFields,
  talkLines: ['text'],
  loans: ['purpose', 'mobile', 'name'],
  merchantApplications: ['realName', 'documentNumber', 'receipt'],
  quotes: ['note', 'said'],
  orders: ['address', 'remark', 'notes', 'poNumber'],
  billing: ['company', 'taxNumber', 'address'],
  invoices: ['paper'],
  storeTalks: ['buyer'],
  storeTalkLines: ['text'],
  storeQuotes: ['buyer', 'note', 'said'],
  sales: ['buyer', 'address', 'remark', 'notes', 'poNumber'],
}

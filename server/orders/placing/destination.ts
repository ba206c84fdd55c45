import { addressFields, neededFields, type AddressField } from '#contract/addresses/fields.ts'
import { refused, type MutationCall } from '../../http/handlers.ts'
import { isAreaOpen } from '../../market/areas/areas.ts'

/** Where an order goes: the address as it is now, with the id under which the person has it. */
export type Destination = Record<AddressField | 'id', string>

/** The address an order is to go to, or why it cannot. */
export async function deliverTo(
  { tx, userId }: MutationCall,
  id: string,
): Promise<Destination | ReturnType<typeof refused>> {
  const address = await tx
    .selectFrom('addresses')
    .select(addressFields)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted', '=', false)
    .executeTakeFirst()
  if (!address) return refused('addressGone')
  const missing = neededFields.find((field) => address[field].trim() === '')
  if (missing) return refused('addressIncomplete', { field: missing })
  if (!(await isAreaOpen(tx, address.country, address.province))) return refused('areaNotOpen')
  return { ...address, id }
}

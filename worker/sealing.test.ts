import { describe, expect, it } from 'vitest'
import { sealFields, newSealKey, unsealFields } from '#localdb/seal.ts'
import { sealChanges, sealPayload, unsealPayload, type Vault } from './sealing.ts'

const id = '00000000-0000-4000-8000-00000000000a'
const vaultOf = async (uid: string): Promise<Vault> => ({ uid, key: await newSealKey() })
const put = { id, patch: { recipient: 'Amal Haddad', mobile: '+9613123456' }, baseRev: 0 }

describe('what is personal', () => {
  it('is kept sealed and goes on the wire in clear', async () => {
    const vault = await vaultOf('u1')
    const kept = await sealPayload(vault, 'address.put', put)
    expect(JSON.stringify(kept)).not.toMatch(/Amal|3123456/)
    expect(await unsealPayload(vault, 'address.put', kept)).toEqual(put)
  })

  it('opens neither with another key, nor as another person, row or field', async () => {
    const vault = await vaultOf('u1')
    const sealed = await sealFields(vault.key, 'u1', `addresses/${id}`, { recipient: 'Amal', city: 'Tyre' }, ['recipient', 'city'])
    const open = (key: CryptoKey, uid: string, ref: string, row: object) => unsealFields(key, uid, ref, row, ['recipient', 'city'])
    expect(await open(vault.key, 'u1', `addresses/${id}`, sealed)).toEqual({ recipient: 'Amal', city: 'Tyre' })
    expect(await open((await vaultOf('u1')).key, 'u1', `addresses/${id}`, sealed)).toBeUndefined()
    expect(await open(vault.key, 'u2', `addresses/${id}`, sealed)).toBeUndefined()
    expect(await open(vault.key, 'u1', 'addresses/other', sealed)).toBeUndefined()
    expect(await open(vault.key, 'u1', `addresses/${id}`, { recipient: sealed.city, city: sealed.recipient })).toBeUndefined()
  })

  it('does not pass for sealed when it is not', async () => {
    const vault = await vaultOf('u1')
    expect(await unsealPayload(vault, 'address.put', put)).toBeUndefined()
  })

  it('cannot be had by exporting the key', async () => {
    await expect(crypto.subtle.exportKey('raw', (await vaultOf('u1')).key)).rejects.toThrow()
  })

  it('is sealed in the rows that the server sends, and nothing else is', async () => {
    const vault = await vaultOf('u1')
    const row = { id, country: 'LB', province: 'LB-JA', city: 'Tyre', detail: 'Port 4', zip: '', recipient: 'Amal', mobile: '+9613123456', deleted: false, at: 5 }
    const favourite = { table: 'favourites' as const, key: '9', rev: 3, row: { id: 9, on: true, at: 4 } }
    const [address, other] = await sealChanges(vault, [{ table: 'addresses', key: id, rev: 2, row }, favourite])
    expect(JSON.stringify(address)).not.toMatch(/Tyre|Port 4|Amal|3123456/)
    expect(address).toMatchObject({ key: id, rev: 2, row: { id, deleted: false, at: 5 } })
    expect(other).toEqual(favourite)
  })
})

import { describe, expect, it } from 'vitest'
import type { Sealed } from '#localdb/schema.ts'
import { newSealKey, seal, sealFields, unseal, unsealFields } from '#localdb/seal.ts'
import '../guess/all.ts'
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
    const sealed = await sealFields(vault.key, 'u1', `addresses/${id}`, { recipient: 'Amal', city: 'Tyre' }, [
      'recipient',
      'city',
    ])
    const open = (key: CryptoKey, uid: string, ref: string, row: object) =>
      unsealFields(key, uid, ref, row, ['recipient', 'city'])
    expect(await open(vault.key, 'u1', `addresses/${id}`, sealed)).toEqual({ recipient: 'Amal', city: 'Tyre' })
    expect(await open((await vaultOf('u1')).key, 'u1', `addresses/${id}`, sealed)).toBeUndefined()
    expect(await open(vault.key, 'u2', `addresses/${id}`, sealed)).toBeUndefined()
    expect(await open(vault.key, 'u1', 'addresses/other', sealed)).toBeUndefined()
    expect(
      await open(vault.key, 'u1', `addresses/${id}`, { recipient: sealed.city, city: sealed.recipient }),
    ).toBeUndefined()
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
    const row = {
      id,
      country: 'LB',
      province: 'LB-JA',
      city: 'Tyre',
      detail: 'Port 4',
      zip: '',
      recipient: 'Amal',
      mobile: '+9613123456',
      deleted: false,
      at: 5,
    }
    const favourite = { table: 'favourites' as const, key: '9', rev: 3, row: { id: 9, on: true, at: 4 } }
    const [address, other] = await sealChanges(vault, [{ table: 'addresses', key: id, rev: 2, row }, favourite])
    expect(JSON.stringify(address)).not.toMatch(/Tyre|Port 4|Amal|3123456/)
    expect(address).toMatchObject({ key: id, rev: 2, row: { id, deleted: false, at: 5 } })
    expect(other).toEqual(favourite)
  })
})

describe('what is sealed, attacked on the disk', () => {
  const fields = ['recipient', 'city'] as const
  const ref = `addresses/${id}`
  const sealedRow = (
    vault: Vault,
    at = ref,
    row: { recipient: string; city: string } = { recipient: 'Amal', city: 'Tyre' },
  ) => sealFields(vault.key, vault.uid, at, row, fields)
  const open = (vault: Vault, row: object, at = ref): Promise<unknown> =>
    unsealFields(vault.key, vault.uid, at, row, fields)
  const bytesOf = (text: string): Uint8Array => Uint8Array.from(atob(text.slice(3)), (c) => c.charCodeAt(0))
  const textOf = (bytes: Uint8Array): string => `s1.${btoa(String.fromCharCode(...bytes))}`

  it('does not open with any single bit of it flipped, cut anywhere, or longer', async () => {
    const vault = await vaultOf('u1')
    const row = await sealedRow(vault)
    const bytes = bytesOf(row.recipient)
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = bytes.map((b, i) => (i === bit >> 3 ? b ^ (1 << (bit & 7)) : b))
      expect(await open(vault, { ...row, recipient: textOf(flipped) }), `bit ${bit}`).toBeUndefined()
    }
    for (let length = 0; length < bytes.length; length++)
      expect(
        await open(vault, { ...row, recipient: textOf(bytes.slice(0, length)) }),
        `${length} bytes`,
      ).toBeUndefined()
    expect(await open(vault, { ...row, recipient: textOf(new Uint8Array([...bytes, 0])) })).toBeUndefined()
    expect(await open(vault, row)).toEqual({ recipient: 'Amal', city: 'Tyre' })
  })

  it("does not open in another row, table, field, person or version, with another's key, or with the IV of another", async () => {
    const [vault, foreign] = [await vaultOf('u1'), await vaultOf('u2')]
    const row = await sealedRow(vault)
    const other = await sealedRow(vault, 'addresses/other', { recipient: 'Ines', city: 'Sidon' })
    const theirs = await sealedRow(foreign)
    for (const [what, moved, as, at] of [
      ['another row', { ...row, recipient: other.recipient }, vault, ref],
      ['as another row', row, vault, 'addresses/other'],
      ['as another table', row, vault, `orders/${id}`],
      ['another field', { ...row, recipient: row.city }, vault, ref],
      ["another person's", { ...row, recipient: theirs.recipient }, vault, ref],
      ['as another person', row, { ...vault, uid: 'u2' }, ref],
      ['under another key', row, { ...vault, key: foreign.key }, ref],
      ['another version', { ...row, recipient: row.recipient.replace('s1.', 's2.') }, vault, ref],
      [
        'the IV of another',
        {
          ...row,
          recipient: textOf(new Uint8Array([...bytesOf(row.city).slice(0, 12), ...bytesOf(row.recipient).slice(12)])),
        },
        vault,
        ref,
      ],
    ] as const)
      expect(await open(as, moved, at), what).toBeUndefined()
    const { iv, data } = await seal(vault.key, { uid: 'u1', id: 'token', version: 1 }, 'secret')
    for (const as of [
      { uid: 'u1', id: 'token', version: 2 },
      { uid: 'u1', id: 'profile', version: 1 },
      { uid: 'u2', id: 'token', version: 1 },
    ])
      expect(await unseal(vault.key, as, { iv, data })).toBeUndefined()
  })

  it('is recognised beside anything else that may stand there, without an error', async () => {
    const vault = await vaultOf('u1')
    const row = await sealedRow(vault)
    for (const text of [
      's1.',
      's1.***',
      's1.ä',
      's1.AAAA',
      's1.====',
      's1',
      'S1.AAAA',
      'Amal',
      '\ud800',
      `s1.${'A'.repeat(10_000)}`,
    ])
      expect(await open(vault, { ...row, recipient: text }), text).toBeUndefined()
    const as = { uid: 'u1', id: 'token', version: 1 }
    const { iv, data } = await seal(vault.key, as, 'secret')
    for (const broken of [
      undefined,
      null,
      {},
      { iv },
      { data },
      { iv: [], data },
      { iv, data: 'x' },
      { iv: new Uint8Array(), data },
      { iv: new Uint8Array(500), data },
      { iv, data: new ArrayBuffer(0) },
      7,
      'x',
    ]) {
      expect(await unseal(vault.key, as, broken as unknown as Sealed)).toBeUndefined()
    }
    for (const name of ['address.put', 'order.place'] as const)
      for (const payload of [
        undefined,
        null,
        7,
        'x',
        {},
        [],
        { patch: null },
        { id: 7, patch: 7 },
        { lines: 7 },
        { lines: [null] },
      ])
        expect(await unsealPayload(vault, name, payload)).not.toEqual(put)
  })

  it('never has the same text twice, so that equal things do not look equal', async () => {
    const vault = await vaultOf('u1')
    const texts = await Promise.all(Array.from({ length: 200 }, async () => (await sealedRow(vault)).recipient))
    expect(new Set(texts).size).toBe(200)
    expect(new Set(texts.map((t) => bytesOf(t).slice(0, 12).join())).size).toBe(200)
  })

  it('opens as what it was when an older text of the same field is put back: no cipher knows which of two of its own is the newer', async () => {
    const vault = await vaultOf('u1')
    const [older, newer] = [
      await sealedRow(vault),
      await sealedRow(vault, ref, { recipient: 'Amal H.', city: 'Sidon' }),
    ]
    expect(await open(vault, { ...newer, city: older.city })).toEqual({ recipient: 'Amal H.', city: 'Tyre' })
  })
})

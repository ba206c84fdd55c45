import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PIECE_BYTES, UNUSED_FILE_DAYS } from '#contract/pictures/files.ts'
import { purgeFiles } from '#server/files/purge.ts'
import type { TestPerson } from '../../support/market/market.ts'
import { openGoods, type Goods, type Phone } from '../../support/people/phones.ts'
import { fileIdOf, testPicture } from '../../support/market/pictures.ts'
import { act, until, type TestTab } from '../../support/device/world.ts'

// Files that are made on a device: kept there, sent in pieces before the intent that names them, once.

let goods: Goods
let large: Buffer<ArrayBuffer>
let pieces: number
beforeAll(async () => {
  goods = await openGoods(3)
  large = await testPicture(1, 400)
  pieces = Math.ceil(large.length / PIECE_BYTES)
})
afterAll(() => goods.market.close())

const keep = async (tab: TestTab, { uid }: TestPerson, bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const kept = await tab.call('file.keep', { bytes }, uid)
  if (kept.kind !== 'accepted') throw new Error(JSON.stringify(kept))
  return kept.data.id
}
const saved = { kind: 'saved' }

async function look({ device }: Phone, { uid }: TestPerson) {
  const db = await device.userDb(uid)
  const seen = {
    waiting: await db.outbox.toArray(),
    avatar: await db.avatar.get('me'),
    files: await db.files.toArray(),
  }
  db.close()
  return seen
}
const sent = (phone: Phone, person: TestPerson): Promise<void> =>
  until(
    'everything is sent',
    async () => {
      await phone.tab.flush(true)
      return (await look(phone, person)).waiting.length === 0
    },
    30_000,
  )
const piecesAsked = ({ device }: Phone): number =>
  device.network.log.filter(({ path }) => path === '/api/file/piece').length
const atServer = async ({ uid }: TestPerson) => {
  const { db } = goods.market
  return {
    files: await db.selectFrom('files').select(['id', 'state', 'have']).where('user_id', '=', uid).execute(),
    pieces: await db.selectFrom('file_pieces').select('at').where('user_id', '=', uid).execute(),
    uses: await db.selectFrom('file_uses').select(['id', 'subject']).where('user_id', '=', uid).execute(),
  }
}
const served = async (src: string): Promise<number> =>
  (await goods.market.fetch(new Request(`http://market/media/${src}/360.webp`))).status

describe('a picture that is made in a tunnel', () => {
  it('waits sealed on the device, goes in pieces before the intent that names it, and is there once', async () => {
    const person = await goods.market.person()
    const phone = await goods.signIn(person)
    phone.device.network.faults.offline = true
    const id = await keep(phone.tab, person, new Uint8Array(large))
    expect(id).toBe(fileIdOf(large))
    expect(pieces).toBeGreaterThan(2)
    expect(await act(phone.tab, 'avatar.set', { file: id })).toEqual(saved)
    const db = await phone.device.userDb(person.uid)
    const kept = new Uint8Array((await db.fileBytes.get(id))!.sealed.data)
    db.close()
    expect(Buffer.from(kept).includes(large.subarray(0, 32))).toBe(false)
    expect(await look(phone, person)).toMatchObject({
      avatar: { shown: { file: id, picture: null }, server: null },
      files: [{ id, state: 'waiting', size: large.length }],
    })
    phone.device.network.faults.offline = false
    await sent(phone, person)
    expect(piecesAsked(phone)).toBe(pieces)
    const { avatar, files } = await look(phone, person)
    expect(files).toMatchObject([{ state: 'here', sent: large.length }])
    expect(avatar?.server?.file).toBe(id)
    expect(await atServer(person)).toEqual({
      files: [{ id, state: 'here', have: large.length }],
      pieces: [],
      uses: [{ id, subject: 'avatar' }],
    })
    expect(await served(avatar!.server!.picture!.src)).toBe(200)
    expect(await served(`file/${id.slice(0, 32)}`)).toBe(404)
    // The same again is the same file: no piece of it goes a second time.
    await act(phone.tab, 'avatar.set', { file: null })
    await sent(phone, person)
    expect((await atServer(person)).uses).toEqual([])
    await keep(phone.tab, person, new Uint8Array(large))
    await act(phone.tab, 'avatar.set', { file: id })
    await sent(phone, person)
    expect(piecesAsked(phone)).toBe(pieces)
    expect((await atServer(person)).files).toHaveLength(1)
    await phone.device.end()
  })

  it('goes on where it stopped, whichever piece it is cut at, its answers lost and its process killed', async () => {
    for (let cut = 0; cut <= pieces; cut++) {
      const person = await goods.market.person()
      const phone = await goods.signIn(person)
      const { faults } = phone.device.network
      faults.offline = true
      const bytes = new Uint8Array(await testPicture(100 + cut, 400))
      const id = await keep(phone.tab, person, bytes)
      await act(phone.tab, 'avatar.set', { file: id })
      const before = phone.device.network.fetch.bind(phone.device.network)
      const [dying, died] = [phone.tab, Promise.withResolvers<void>()]
      let n = 0
      phone.device.network.fetch = async (url, init) => {
        if (!url.endsWith('/api/file/piece') || n++ !== cut) return before(url, init)
        // It arrives, and the process dies before it hears of it.
        await before(url, init)
        dying.kill()
        died.resolve()
        return new Promise<never>(() => undefined)
      }
      faults.offline = false
      // It may die over this.
      void phone.tab.flush(true)
      if (cut < Math.ceil(bytes.length / PIECE_BYTES)) {
        await died.promise
        phone.tab = phone.device.tab()
      }
      await sent(phone, person)
      expect(await atServer(person)).toMatchObject({ files: [{ id, state: 'here' }], pieces: [] })
      await phone.device.end()
    }
  })

  it('arrives once through two tabs, doubled calls and lost answers', async () => {
    const person = await goods.market.person()
    const phone = await goods.signIn(person)
    const other = phone.device.tab()
    await other.ready()
    const { faults } = phone.device.network
    Object.assign(faults, { duplicate: true, loseAnswers: 3 })
    const bytes = new Uint8Array(await testPicture(7, 400))
    const [one, two] = await Promise.all([keep(phone.tab, person, bytes), keep(other, person, bytes)])
    expect(one).toBe(two)
    await Promise.all([act(phone.tab, 'avatar.set', { file: one }), act(other, 'avatar.set', { file: two })])
    await sent(phone, person)
    expect(await atServer(person)).toMatchObject({ files: [{ id: one, state: 'here' }], pieces: [] })
    await phone.device.end()
  })

  it('holds nothing else up, and what stands behind it in its lane waits', async () => {
    const person = await goods.market.person()
    const phone = await goods.signIn(person)
    phone.device.network.faults.offline = true
    const id = await keep(phone.tab, person, new Uint8Array(await testPicture(9, 400)))
    await act(phone.tab, 'avatar.set', { file: id })
    const fetch = phone.device.network.fetch.bind(phone.device.network)
    let open = false
    phone.device.network.fetch = (url, init) =>
      url.endsWith('/api/file/piece') && !open ? Promise.reject(new TypeError('fetch failed')) : fetch(url, init)
    await goods.favour(phone, 1)
    phone.device.network.faults.offline = false
    await until('the favourite is there', async () => {
      await phone.tab.flush(true)
      return (await goods.atServer(person)).favourites.length === 1
    })
    expect((await look(phone, person)).waiting.map((row) => [row.name, row.state])).toEqual([['avatar.set', 'pending']])
    open = true
    await sent(phone, person)
    await phone.device.end()
  })
})

describe('a file that is refused', () => {
  it('refuses what names it, in sight; chosen again it goes', async () => {
    const person = await goods.market.person()
    const phone = await goods.signIn(person)
    const id = await keep(phone.tab, person, new TextEncoder().encode('<svg onload="alert(1)"/>'))
    await act(phone.tab, 'avatar.set', { file: id })
    await until('it is refused', async () => {
      await phone.tab.flush(true)
      return (await look(phone, person)).waiting[0]?.state === 'rejected'
    })
    expect(await look(phone, person)).toMatchObject({
      waiting: [{ state: 'rejected', last: { reason: 'notAPicture' } }],
      files: [{ id, state: 'refused' }],
    })
    expect((await look(phone, person)).avatar?.shown ?? null).toBeNull()
    await phone.device.end()
  })

  it('is not named unless it is here, and a guest keeps none', async () => {
    const person = await goods.market.person()
    const phone = await goods.signIn(person)
    expect(await act(phone.tab, 'avatar.set', { file: 'a'.repeat(64) })).toEqual({
      kind: 'refused',
      refusal: { reason: 'fileMissing' },
    })
    await phone.tab.call('user.logout', { unsent: 'send' }, person.uid)
    expect(await phone.tab.call('file.keep', { bytes: new Uint8Array(large) })).toEqual({
      kind: 'refused',
      refusal: { reason: 'pleaseLogin' },
    })
    await phone.device.end()
  })
})

describe('at the server', () => {
  it('what nothing names is purged, and a device that relied on it sends it again', async () => {
    const person = await goods.market.person()
    const phone = await goods.signIn(person)
    const bytes = new Uint8Array(await testPicture(21, 400))
    const id = await keep(phone.tab, person, bytes)
    await act(phone.tab, 'avatar.set', { file: id })
    await sent(phone, person)
    await act(phone.tab, 'avatar.set', { file: null })
    await sent(phone, person)
    const later = Date.now() + (UNUSED_FILE_DAYS + 1) * 86_400_000
    expect(await purgeFiles(goods.market.db, Date.now())).toBe(0)
    expect(await purgeFiles(goods.market.db, later)).toBeGreaterThan(0)
    expect((await atServer(person)).files).toEqual([])
    phone.device.clock.offset = (UNUSED_FILE_DAYS + 1) * 86_400_000
    await act(phone.tab, 'avatar.set', { file: id })
    await sent(phone, person)
    expect((await atServer(person)).uses).toEqual([{ id, subject: 'avatar' }])
    await phone.device.end()
  })

  it('what something is about to name is not purged', async () => {
    const person = await goods.market.person()
    const phone = await goods.signIn(person)
    const id = await keep(phone.tab, person, new Uint8Array(await testPicture(22, 400)))
    await act(phone.tab, 'avatar.set', { file: id })
    await sent(phone, person)
    await act(phone.tab, 'avatar.set', { file: null })
    await sent(phone, person)
    const { db, kind } = goods.market
    const later = Date.now() + (UNUSED_FILE_DAYS + 1) * 86_400_000
    let purged: Promise<number> | undefined
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('files').select('id').where('id', '=', id).forUpdate().execute()
      purged = purgeFiles(db, later)
      // The only session of PGlite is this transaction's; elsewhere the purge goes past the row.
      if (kind === 'postgres') await purged
      await tx.insertInto('file_uses').values({ user_id: person.uid, id, subject: 'avatar', shown: true }).execute()
    })
    await purged
    expect((await atServer(person)).uses).toEqual([{ id, subject: 'avatar' }])
    await phone.device.end()
  })

  it('one that is sent twice at once is there once, and nobody is told of an error', async () => {
    const person = await goods.market.person()
    const token = await goods.market.login(person)
    const upload = (file: Buffer) => goods.market.call('/api/index/upload', { file: file.toString('base64') }, token)
    for (let n = 0; n < 12; n++) {
      const bytes = await testPicture(100 + n, 16)
      const answers = await Promise.all([upload(bytes), upload(bytes)])
      // The one that finds another at it asks again.
      expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
      expect((await upload(bytes)).code).toBe(1)
    }
    expect((await atServer(person)).files.map(({ state }) => state)).toEqual(Array.from({ length: 12 }, () => 'here'))
  })

  it('a picture comes at once by multipart form data, and names an avatar', async () => {
    const person = await goods.market.person()
    const token = await goods.market.login(person)
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(large)]), 'me.webp')
    const upload = await goods.market.fetch(
      new Request('http://market/api/index/upload', { method: 'POST', headers: { token }, body: form }),
    )
    const { code, data } = (await upload.json()) as { code: number; data: { id: string; url: string } }
    expect([code, data.id]).toEqual([1, fileIdOf(large)])
    // Others have shown a picture of equal bytes; this one nobody has shown yet.
    const seen = async () => (await goods.market.fetch(new Request(`http://market${data.url}`))).status
    expect(await seen()).toBe(404)
    const changed = await goods.market.call('/api/user/change', { avatar: data.id }, token)
    expect(changed.data).toMatchObject({ userinfo: { avatar: data.url.split('/').slice(2, 4).join('/') } })
    expect(await seen()).toBe(200)
    expect((await goods.market.call('/api/index/upload', { file: 'AAAA' }, token)).data).toMatchObject({
      reason: 'notAPicture',
    })
  })
})

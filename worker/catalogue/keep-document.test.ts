import { expect, it } from 'vitest'
import { newIdb } from '../../tests/support/device/fake-idb.ts'
import { openCatalogueDb } from '#localdb/open.ts'
import { createBroughtAnswers } from './keep-document.ts'

const categories = [{ id: 1, pid: 0, sort: 1, name: { en: 'Lamps' }, picture: null }]
const rows = {
  cursor: '1',
  at: 5,
  answers: [{ name: 'catalogue.categories' as const, input: {}, output: { categories } }],
}

it('each answer of a document is taken once, and not when it is old', async () => {
  const db = await openCatalogueDb(newIdb())
  let now = 100
  const brought = createBroughtAnswers(
    async () => db,
    () => now,
  )
  expect(await brought.take('catalogue.categories', {})).toBe(false)
  await brought.keep(rows)
  expect(await db.categories.count()).toBe(1)
  expect(await brought.take('catalogue.categories', {})).toBe(true)
  expect(await brought.take('catalogue.categories', {})).toBe(false)
  db.close()

  const other = await openCatalogueDb(newIdb())
  const late = createBroughtAnswers(
    async () => other,
    () => now,
  )
  await late.keep(rows)
  now += 60_000
  expect(await late.take('catalogue.categories', {})).toBe(false)
  other.close()
})

it('a document that cannot be kept keeps nobody from asking the server', async () => {
  const brought = createBroughtAnswers(
    () => Promise.reject(new Error('no room')),
    () => 100,
  )
  await expect(brought.keep(rows)).rejects.toThrow('no room')
  expect(await brought.take('catalogue.categories', {})).toBe(false)
  await brought.kept()
})

it('nothing counts as kept before the document that is expected has come', async () => {
  const db = await openCatalogueDb(newIdb())
  const brought = createBroughtAnswers(
    async () => db,
    () => 100,
    true,
  )
  let kept = false
  const keeping = brought.kept().then(() => {
    kept = true
  })
  const taken = brought.take('catalogue.categories', {})
  await db.feed.count()
  expect(kept).toBe(false)
  await brought.keep(rows)
  await keeping
  expect(await taken).toBe(true)
  db.close()
})

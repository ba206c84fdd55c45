import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { counts, ImportSetting, line } from '../../tests/support/catalogue/import-setting.ts'
import { onCatalogueChange } from '../feed/listeners.ts'

const SAMPLE = fileURLToPath(new URL('../../tests/fixtures/catalogue-sample.jsonl', import.meta.url))

const setting = new ImportSetting()
const { bring, rev, products } = setting

describe('an import', () => {
  it('takes what is good, and reports and keeps what is not', async () => {
    const { summary, reported, rejects } = await bring(
      `${line({})}oops\n${line({ sourceId: 'b', price: '-1' })}${line({ sourceId: 'a', name: 'Again' })}${line({ sourceId: 'c', name: 'Pot' })}`,
    )
    expect(counts(summary)).toEqual([2, 0, 0, 3])
    expect(reported).toEqual([
      [2, 'the line is not valid JSON'],
      [3, 'price is not a decimal number: "-1"'],
      [4, 'sourceId a was already on line 1'],
    ])
    expect(rejects).toEqual([
      { line: 2, reason: 'the line is not valid JSON', text: 'oops' },
      { line: 3, reason: 'price is not a decimal number: "-1"', text: line({ sourceId: 'b', price: '-1' }).trim() },
      { line: 4, reason: 'sourceId a was already on line 1', text: line({ name: 'Again' }).trim() },
    ])
    expect((await products()).map((p) => [p.source_id, p.title.en, p.path])).toEqual([
      ['shop/a', 'Cup', 'Other'],
      ['shop/c', 'Pot', 'Other'],
    ])
  })

  it('changes nothing the second time, and then only what has changed', async () => {
    const first = line({}) + line({ sourceId: 'b', category: ['Home', 'Cups'], stock: 5 })
    await bring(first)
    const before = { rev: await rev(), products: await products() }
    let heard = 0
    const stop = onCatalogueChange(setting.db, () => {
      heard++
    })
    expect(counts((await bring(first)).summary)).toEqual([0, 0, 2, 0])
    expect({ rev: await rev(), products: await products(), heard }).toEqual({ ...before, heard: 0 })
    expect(
      counts(
        (await bring(line({}) + line({ sourceId: 'b', category: ['Home', 'Cups'], stock: 5, price: '3' }))).summary,
      ),
    ).toEqual([0, 1, 1, 0])
    stop()
    const after = await products()
    expect([heard, (await rev()) - before.rev, after.map((p) => [p.id, p.price, p.rev])]).toEqual([
      1,
      1,
      [
        [before.products[0]!.id, 250, before.rev],
        [before.products[1]!.id, 300, before.rev + 1],
      ],
    ])
  })

  it('keeps pieces that were sold since: an unchanged line does not set the stock again', async () => {
    await bring(line({ stock: 10 }))
    await setting.db.updateTable('products').set({ stock: 4 }).execute()
    await bring(line({ stock: 10 }))
    expect((await products()).map((p) => p.stock)).toEqual([4])
  })

  it('makes a store of each source, or one of all', async () => {
    const file =
      line({ sourceId: '1', source: 'north' }) +
      line({ sourceId: '2', source: 'south' }) +
      line({ sourceId: '3', source: undefined })
    await bring(file)
    await bring(file, { store: 'Harbour', stock: 12 })
    expect((await products()).map((p) => [p.source_id, p.store, p.stock])).toEqual([
      ['north/1', 'north', 0],
      ['south/2', 'south', 0],
      ['goods/3', 'goods', 0],
      ['Harbour/1', 'Harbour', 12],
      ['Harbour/2', 'Harbour', 12],
      ['Harbour/3', 'Harbour', 12],
    ])
  })

  it('nests categories and finds them again by their path', async () => {
    await bring(
      line({ sourceId: '1', category: ['Home', 'Kitchen', 'Cups'] }) +
        line({ sourceId: '2', category: ['Home'] }) +
        line({ sourceId: '3', category: ['Garden', 'Kitchen'] }),
    )
    const rows = await setting.db
      .selectFrom('categories')
      .select(['id', 'pid', 'path', 'ancestors', 'picture'])
      .orderBy('id')
      .execute()
    const id = (path: string): number => rows.find((r) => r.path === path)!.id
    expect(rows.map((r) => r.path)).toEqual([
      'Home',
      'Home > Kitchen',
      'Home > Kitchen > Cups',
      'Garden',
      'Garden > Kitchen',
    ])
    expect(rows[2]).toMatchObject({
      pid: id('Home > Kitchen'),
      ancestors: [id('Home > Kitchen > Cups'), id('Home > Kitchen'), id('Home')],
    })
    expect(rows.map((r) => r.picture)).toEqual([
      null,
      expect.stringMatching(/^drawn\/cooking\//),
      null,
      expect.stringMatching(/^drawn\/potted-plant\//),
      rows[1]!.picture,
    ])
    const { rows: below } = await sql<{
      n: number
    }>`select count(*)::int as n from products where category_ids @> array[${id('Home')}::int]`.execute(setting.db)
    expect(below[0]!.n).toBe(2)
  })

  it('follows variants by their sku, so that a cart keeps its choice', async () => {
    const variants = (...skus: string[]): string =>
      line({ stock: 9, variants: skus.map((sku) => ({ sku, name: sku.toUpperCase() })) })
    const rows = () => setting.db.selectFrom('variants').select(['id', 'sku', 'stock']).orderBy('sort').execute()
    await bring(variants('s', 'm', 'l'))
    const before = await rows()
    expect(before.map((v) => [v.sku, v.stock])).toEqual([
      ['s', 3],
      ['m', 3],
      ['l', 3],
    ])
    await bring(variants('m', 'xl'))
    const after = await rows()
    expect(after.map((v) => [v.sku, v.stock])).toEqual([
      ['m', 5],
      ['xl', 4],
    ])
    expect(after[0]!.id).toBe(before[1]!.id)
  })

  it('stores the words by which a product is found', async () => {
    await bring(
      line({ name: 'Café Cups', brand: 'Ødegård', category: ['Geschirr'], lang: 'de', ean: ['0123456789012'] }),
    )
    const { rows } = await sql<{ words: string[] }>`select tsvector_to_array(tokens) as words from products`.execute(
      setting.db,
    )
    expect(rows[0]!.words.toSorted()).toEqual(['0123456789012', 'cafe', 'cups', 'geschirr', 'odegard'])
  })

  it('keeps the index of tokens as the vectors are, through what comes, changes and stays', async () => {
    const index = async (): Promise<{ term: string; products: number; n: number; ids: number[] }[]> =>
      (
        await sql<{ term: string; products: number; n: number; ids: number[] }>`
      select term, sum(products)::int as products, sum(cardinality(postings))::int as n,
        array(select x / 4096 from search_terms o, unnest(o.postings) x where o.term = s.term order by 1)::int[] as ids
      from search_terms s group by term order by term`.execute(setting.db)
      ).rows
    const vectors = async () =>
      (
        await sql<{ term: string; products: number; ids: number[] }>`
      select term, count(*)::int as products, array_agg(id order by id)::int[] as ids
        from (select id, unnest(tsvector_to_array(tokens)) as term from products
          union all select id, '' from products) t
      group by 1 order by term collate "C"`.execute(setting.db)
      ).rows.map((row) => ({ ...row, n: row.products }))
    await sql`truncate search_terms`.execute(setting.db)
    // The first product ends one piece of the lists, and the second begins the next.
    await sql`select setval(pg_get_serial_sequence('products', 'id'), 4094)`.execute(setting.db)
    for (const file of [
      line({ name: 'Red cup' }) + line({ sourceId: 'b', name: 'Blue cup', category: ['Home', 'Cups'] }),
      line({ name: 'Red mug' }) +
        line({ sourceId: 'b', name: 'Blue cup', category: ['Home', 'Cups'] }) +
        line({ sourceId: 'c', name: 'Blue pot' }),
      line({ name: 'Red mug', brand: "O'Neill" }) + line({ sourceId: 'b', name: 'Glass', category: ['Home'] }),
    ]) {
      await bring(file)
      expect(await index()).toEqual(await vectors())
    }
    const { rows: pieces } = await sql<{
      piece: number
    }>`select piece from search_terms where term = '' order by 1`.execute(setting.db)
    expect(pieces.map((row) => row.piece)).toEqual([0, 1])
    expect((await index()).map((row) => row.term)).toEqual([
      '',
      'blue',
      'glass',
      'home',
      'mug',
      'oneill',
      'other',
      'pot',
      'red',
    ])
  })

  it('takes from the first line that says it where a store ships from', async () => {
    const area = async () =>
      (await setting.db.selectFrom('stores').select(['name', 'area']).orderBy('name').execute()).map((s) => [
        s.name,
        s.area,
      ])
    await bring(line({}) + line({ sourceId: 'b', source: 'two', country: 'pt' }))
    expect(await area()).toEqual([
      ['shop', null],
      ['two', 'PT'],
    ])
    await bring(
      line({ sourceId: 'c', storeCountry: 'Atlantis' }) +
        line({ sourceId: 'd', storeCountry: 'DE' }) +
        line({ sourceId: 'e', source: 'two', shipsFrom: 'ES' }),
    )
    expect(await area()).toEqual([
      ['shop', 'DE'],
      ['two', 'PT'],
    ])
  })

  it('draws no product and no store, and a category only by its whole name', async () => {
    // The words alone would draw megaphones, a desktop computer, a T-shirt, a supermarket trolley, paper.
    const names = ['Logitech Z623 speakers', 'HP EliteBook notebook', 'Grey hoodie', 'KVM cart', 'Blue umbrella']
    const category = ['Printers', 'Printer & Copier Paper']
    await bring(names.map((name, n) => line({ sourceId: String(n), name, category })).join(''))
    const products = await setting.db.selectFrom('products').select('pictures').execute()
    expect(products.map((row) => row.pictures)).toEqual([[], [], [], [], []])
    const stores = await setting.db.selectFrom('stores').select('logo').execute()
    expect(stores.map((row) => row.logo)).toEqual([null])
    const categories = await setting.db.selectFrom('categories').select('picture').orderBy('id').execute()
    expect(categories.map((row) => row.picture?.split('/')[1])).toEqual(['printer', undefined])
  })

  it('has a glyph for every sign of a category', () => {
    const signs = readFileSync(new URL('../categories/signs.txt', import.meta.url), 'utf8').split('\n')
    const glyphs = new Set(
      Object.keys(JSON.parse(readFileSync(new URL('../seed/icons.json', import.meta.url), 'utf8')) as object),
    )
    const rows = signs.filter((row) => row !== '' && !row.startsWith('#')).map((row) => row.split('|'))
    expect(rows.filter(([glyph]) => !glyphs.has(glyph!.trim()))).toEqual([])
    const names = rows.flatMap(([, all]) => all!.split(';').map((name) => name.trim()))
    expect(names.length).toBe(new Set(names).size)
  })

  it('says when a file is damaged, and keeps what came before', async () => {
    const packed = gzipSync(
      Array.from({ length: 6000 }, (_, i) => line({ sourceId: String(i), name: `Cup ${i * 7919}` })).join(''),
    )
    const { summary } = await bring(packed.subarray(0, packed.length / 2))
    expect(summary.broken).toBe('unexpected end of file')
    expect(summary.added).toBeGreaterThan(500)
    expect(
      await setting.db
        .selectFrom('products')
        .select(sql<number>`count(*)::int`.as('n'))
        .executeTakeFirstOrThrow(),
    ).toEqual({ n: summary.added })
  })

  it('fails for a folder or a file that is not there', async () => {
    await expect(bring({ path: join(setting.folder, 'none.jsonl') })).rejects.toThrow('ENOENT')
    await expect(bring({ path: setting.folder })).rejects.toThrow('is not a file')
  })

  it('brings in a sample of real catalogues, twice', async () => {
    const first = await bring({ path: SAMPLE }, { stock: 100 })
    expect([first.reported, first.rejects, counts(first.summary)]).toEqual([[], undefined, [165, 0, 0, 0]])
    expect(counts((await bring({ path: SAMPLE }, { stock: 100 })).summary)).toEqual([0, 0, 165, 0])
    const stores = await setting.db.selectFrom('stores').select('name').orderBy('name').execute()
    expect(stores.map((s) => s.name)).toEqual(['dotnet-eshop', 'dummyjson', 'icecat-chorus', 'saleor-sample'])
    const { rows } = await sql<{
      bad: number
    }>`select count(*)::int as bad from products where title ->> 'en' ~ '[<>]|&[a-z]+;' or description ->> 'en' ~ '<br|&[a-z]+;'`.execute(
      setting.db,
    )
    expect(rows[0]!.bad).toBe(0)
  })
})

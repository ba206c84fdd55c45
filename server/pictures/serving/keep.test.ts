import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepIn } from './keep.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'caravan-pictures-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('a folder of made pictures', () => {
  it('keeps so many bytes; what was not used for longest goes', async () => {
    // A file takes whole blocks, also an empty one.
    const keep = keepIn(folder, undefined, 3 * 4096)
    for (const name of ['a', 'b', 'c']) await keep.write(name, Buffer.alloc(0))
    await keep.read('a')
    await keep.write('d', Buffer.alloc(4096))
    const there = await Promise.all(['a', 'b', 'c', 'd'].map(async (name) => (await keep.read(name)) !== undefined))
    expect(there).toEqual([true, false, true, true])
  })

  it('what another server of the folder has made since is found, counted, and may go', async () => {
    const keep = keepIn(folder, undefined, 2 * 4096)
    const other = keepIn(folder)
    expect(await keep.has('a')).toBe(false)
    await other.write('a', Buffer.from('theirs'))
    expect(await keep.read('a')).toEqual(Buffer.from('theirs'))
    await keep.write('b', Buffer.from('ours'))
    await keep.write('c', Buffer.from('ours'))
    expect(await readdir(folder)).toEqual(['b', 'c'])
    expect(await other.read('a')).toBeUndefined()
  })
})

import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepPrivate } from './private.ts'

let root: string
let folder: string
const warnings: string[] = []
const keep = () => keepPrivate(folder, (message) => warnings.push(message))
const mode = async (path = folder): Promise<number> => (await stat(path)).mode & 0o7777
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'caravan-private-'))
  folder = join(root, 'deep', 'data')
  warnings.length = 0
})
afterEach(() => rm(root, { recursive: true, force: true }))

// Windows has no such modes.
describe.skipIf(process.platform === 'win32')('a data folder', () => {
  it('is made for its owner alone', async () => {
    await keep()
    expect(await mode()).toBe(0o700)
    expect(warnings).toEqual([])
  })

  it('that was open to others is closed, with one warning', async () => {
    for (const own of ['pglite', 'photographs', 'mail']) await mkdir(join(folder, own), { recursive: true })
    await chmod(folder, 0o755)
    await keep()
    await keep()
    expect(await mode()).toBe(0o700)
    expect(warnings).toEqual([
      `The data folder ${folder} was open to other users (mode 0755). Now only its owner may enter it.`,
    ])
  })

  it('that holds others’ files stays as it is, with a warning', async () => {
    await mkdir(join(folder, 'pglite'), { recursive: true })
    await writeFile(join(folder, 'notes.txt'), '')
    await chmod(folder, 0o1777)
    await keep()
    expect(await mode()).toBe(0o1777)
    expect(warnings).toEqual([expect.stringContaining('(mode 1777) and holds other things too (notes.txt)')])
  })
})

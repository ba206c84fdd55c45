import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openRejects } from './rejects.ts'

it('leaves no file of an earlier run, and deletes nothing that is no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'caravan-rejects-'))
  try {
    await writeFile(join(folder, 'earlier'), 'old')
    await symlink('/dev/null', join(folder, 'nowhere'))
    for (const name of ['earlier', 'nowhere', 'never-there']) await openRejects(join(folder, name)).close()
    expect(await readdir(folder)).toEqual(['nowhere'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

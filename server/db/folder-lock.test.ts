import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockFolder } from './folder-lock.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'caravan-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))
const leave = (holder: object): Promise<void> =>
  writeFile(
    join(folder, 'market.lock'),
    JSON.stringify({ pid: 1, start: '', host: hostname(), nonce: 'theirs', ...holder }),
  )

describe('the lock of a data folder', () => {
  it('is held by one, and free again after it', async () => {
    const lock = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${process.pid}. Stop it, or set DATA_DIR`)
    await lock.release()
    await (await lockFolder(folder)).release()
  })

  it('is taken over from a process that is gone', async () => {
    await leave({ pid: 0x7fffffff })
    const lock = await lockFolder(folder)
    expect(JSON.parse(await readFile(join(folder, 'market.lock'), 'utf8'))).toMatchObject({ pid: process.pid })
    await lock.release()
  })

  it.runIf(process.platform === 'linux')('is taken over when the id belongs to another process by now', async () => {
    await leave({ pid: process.pid, start: 'another boot:1' })
    await (await lockFolder(folder)).release()
  })

  it('of another machine counts while its heart beats', async () => {
    await leave({ host: 'elsewhere' })
    await expect(lockFolder(folder)).rejects.toThrow('process 1 on elsewhere')
    const old = new Date(Date.now() - 60_000)
    await utimes(join(folder, 'market.lock'), old, old)
    await (await lockFolder(folder)).release()
  })

  it('that was never finished being written is taken over', async () => {
    await writeFile(join(folder, 'market.lock'), '')
    await (await lockFolder(folder)).release()
  })

  it('goes to exactly one of many who find it stale at once', async () => {
    await leave({ pid: 0x7fffffff })
    const taken = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)))
    const winners = taken.filter((t) => t.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    await winners[0]!.value.release()
  })
})

import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { utimesSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lockFolder } from './lock.ts'
import { ownIdentity } from './process-identity.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'caravan-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))
const file = (): string => join(folder, 'market.lock')
const take = () => lockFolder(folder, () => expect.unreachable())
/** Leaves a lock as another process would; process 1 of this place runs. */
const leave = (holder: object): Promise<void> =>
  writeFile(file(), JSON.stringify({ ...ownIdentity(), pid: 1, start: '', nonce: 'theirs', ...holder }))
const silent = (): Promise<void> => utimes(file(), new Date(Date.now() - 60_000), new Date(Date.now() - 60_000))
/** Renews the lock as its holder does. A beat is over when it returns: none comes after the last. */
const beat = () => setInterval(() => utimesSync(file(), new Date(), new Date()), 100)
const elsewhere = { place: 'another boot pid:[1]', host: 'elsewhere' }

describe('the lock of a data folder', () => {
  it('is held by one, and free again after it', async () => {
    const lock = await take()
    await expect(take()).rejects.toThrow(`in use by process ${process.pid}. Stop it, or set DATA_DIR`)
    await lock.release()
    await (await take()).release()
  })

  it('is taken over from a process that is gone', async () => {
    await leave({ pid: 0x7fffffff })
    const lock = await take()
    expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ pid: process.pid })
    await lock.release()
  })

  it.runIf(process.platform === 'linux')('is taken over when the id belongs to another process by now', async () => {
    await leave({ pid: process.pid, start: 'another boot:1' })
    await (await take()).release()
  })

  it('of another machine counts while its heart beats', async () => {
    await leave(elsewhere)
    const beating = beat()
    await expect(take()).rejects.toThrow(
      'process 1 of elsewhere, in another container or on another machine. Stop it, or set DATA_DIR',
    )
    clearInterval(beating)
    await silent()
    await (await take()).release()
  })

  it('of a container with the same host name counts while its heart beats, whatever its process id means here', async () => {
    await leave({ pid: 0x7fffffff, place: elsewhere.place })
    const beating = beat()
    await expect(take()).rejects.toThrow('in use by process 2147483647')
    clearInterval(beating)
  })

  it('of an older version, which names no place, counts while its heart beats', async () => {
    await leave({ pid: 0x7fffffff, place: undefined })
    const beating = beat()
    await expect(take()).rejects.toThrow('in use by process 2147483647')
    clearInterval(beating)
    await silent()
    await (await take()).release()
  })

  it('is waited for when its holder elsewhere lets go', async () => {
    await leave(elsewhere)
    const taken = take()
    await rm(file())
    await (await taken).release()
  })

  it('that was never finished being written is taken over', async () => {
    await writeFile(file(), '')
    await (await take()).release()
  })

  it('goes to exactly one of many who find it stale at once', async () => {
    await leave({ pid: 0x7fffffff })
    const taken = await Promise.allSettled(Array.from({ length: 8 }, () => take()))
    const winners = taken.filter((t) => t.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    await winners[0]!.value.release()
  })

  describe('that is held', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    it('is renewed', async () => {
      const lock = await take()
      await silent()
      vi.advanceTimersByTime(5_000)
      await vi.waitFor(async () => expect(Date.now() - (await stat(file())).mtimeMs).toBeLessThan(5_000))
      await lock.release()
    })

    it.each(['gone', 'another’s'])('says when it is %s, and leaves that one alone', async (how) => {
      const lost = vi.fn<(error: Error) => void>()
      const lock = await lockFolder(folder, lost)
      if (how === 'gone') await rm(file())
      else await leave(elsewhere)
      vi.advanceTimersByTime(5_000)
      await vi.waitFor(() =>
        expect(lost).toHaveBeenCalledExactlyOnceWith(
          expect.objectContaining({ message: expect.stringContaining('is another’s or gone') as string }),
        ),
      )
      await lock.release()
      expect(await readFile(file(), 'utf8').catch(() => 'gone')).toContain(how === 'gone' ? 'gone' : 'theirs')
    })
  })
})

const ALONE = ['--pid', '--fork', '--mount-proc', '--mount', '--uts']
const mayUnshare = process.platform === 'linux' && spawnSync('unshare', [...ALONE, 'true']).status === 0
// A pid namespace needs util-linux' unshare and the right to use it.
const apart = mayUnshare ? '' : ' (left out: this user may not unshare namespaces here)'

describe(`the lock between two containers of one host name${apart}`, () => {
  const children: ChildProcess[] = []
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    }
  })

  /** A process in a pid namespace of its own that takes the folder, says so, and holds it. */
  async function holder(): Promise<{ output: () => string; child: ChildProcess }> {
    const module = new URL('./lock.ts', import.meta.url).href
    await writeFile(
      join(folder, 'holder.mjs'),
      `const { lockFolder } = await import(${JSON.stringify(module)})
       const lock = await lockFolder(${JSON.stringify(folder)}, (error) => {
         console.log(error.message)
         process.exit(1)
       }).catch((error) => {
         console.log(error.message)
         process.exit(2)
       })
       console.log('held')
       setInterval(() => {}, 1000)`,
    )
    const child = spawn('unshare', [...ALONE, '--kill-child', process.execPath, join(folder, 'holder.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    let output = ''
    child.stdout!.on('data', (text) => {
      output += String(text)
    })
    return { output: () => output, child }
  }

  it.runIf(mayUnshare)('is refused to the second, and taken over from one that was killed', async () => {
    const first = await holder()
    await vi.waitFor(() => expect(first.output()).toBe('held\n'), { timeout: 90_000 })
    const second = await holder()
    await vi.waitFor(() => expect(second.output()).toContain('in another container or on another machine'), {
      timeout: 90_000,
    })
    await expect(take()).rejects.toThrow('in another container or on another machine')
    expect(first.child.exitCode).toBeNull()
    const gone = once(first.child, 'exit')
    first.child.kill('SIGKILL')
    await gone
    await silent()
    const third = await holder()
    await vi.waitFor(() => expect(third.output()).toBe('held\n'), { timeout: 90_000 })
  })
})

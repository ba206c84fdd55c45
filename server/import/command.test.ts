import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockFolder } from '../db/folder/lock.ts'
import { catalogueCommand } from './command.ts'
import { createProgress } from './photographs/progress.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'caravan-command-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function run(...args: string[]): Promise<{ code: number; text: string }> {
  let text = ''
  const code = await catalogueCommand(args, {
    env: {},
    folder,
    now: () => 0,
    screen: {
      isTTY: false,
      columns: 80,
      write: (t) => {
        text += t
      },
    },
  })
  return { code, text }
}

describe('npm run catalogue', () => {
  it.each([
    [],
    ['import'],
    ['export', 'x'],
    ['import', 'a', 'b'],
    ['import', 'a', '--stock', 'many'],
    ['import', 'a', '--stock', '-1'],
    ['import', 'a', '--colour', 'red'],
    ['import', 'a', '--store', ' '],
  ])('explains itself when it is not understood: %s %s %s %s', async (...args) => {
    const { code, text } = await run(...args)
    expect([code, text.includes('Usage: npm run catalogue -- import FILE')]).toEqual([2, true])
  })

  it('says clearly that a running market holds the data folder', async () => {
    await writeFile(join(folder, 'x.jsonl'), '{}\n')
    const lock = await lockFolder(join(folder, 'data'), () => expect.unreachable())
    const { code, text } = await run('import', 'x.jsonl')
    await lock.release()
    expect(code).toBe(1)
    expect(text).toContain(`The data folder ${join(folder, 'data')} is in use by process ${process.pid}. Stop it`)
  })
})

describe('progress', () => {
  const show = (
    isTTY: boolean,
  ): { texts: string[]; progress: ReturnType<typeof createProgress>; at(ms: number): void } => {
    const texts: string[] = []
    let time = 0
    return {
      texts,
      progress: createProgress(
        {
          isTTY,
          columns: 100,
          write: (t) => {
            texts.push(t)
          },
        },
        () => time,
      ),
      at: (ms) => {
        time = ms
      },
    }
  }

  it('is a bar on a terminal, with the time that is left; what is said stands above it', () => {
    const { texts, progress, at } = show(true)
    at(10_000)
    progress.show(5000, 25, 100)
    progress.say('line 7: there is no price')
    progress.end()
    const bar = '[======                  ]  25 %  5,000 lines, 500 a second, 0:30 left'
    expect(texts).toEqual([`\r\u001b[K${bar}`, '\r\u001b[K', `line 7: there is no price\n${bar}`, '\r\u001b[K'])
  })

  it('is a line now and then elsewhere', () => {
    const { texts, progress, at } = show(false)
    for (let second = 1; second <= 7; second++) {
      at(second * 1000)
      progress.show(second * 100, second * 10, 100)
    }
    progress.end()
    expect(texts).toEqual(['30 %  300 lines, 100 a second, 0:07 left\n', '60 %  600 lines, 100 a second, 0:04 left\n'])
  })
})

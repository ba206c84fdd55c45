import { existsSync } from 'node:fs'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { payment } from '../../../tests/support/withdrawals/signing.ts'
import { createLog, openLog, readLog, type LogEntry } from './log.ts'

const KEY = new Uint8Array(32).fill(7)

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'caravan-signer-'))
  path = join(folder, 'payments.log')
})
afterEach(() => rm(folder, { recursive: true }))

function entry(nonce: number): LogEntry {
  const { approvals: _none, ...rest } = payment()
  return { ...rest, at: 1_800_000_000_000 + nonce, spends: [`${nonce}`], txid: `tx-${nonce}`, operators: [], level: 0 }
}

async function write(entries: readonly LogEntry[]): Promise<void> {
  if (!existsSync(path)) await createLog(path)
  const { log } = await openLog(path, KEY)
  for (const one of entries) await log.append(one)
  await log.close()
}

describe("the signer's log", () => {
  it('is read as it was written, and goes on after a restart', async () => {
    const [first, second, third] = [entry(0), entry(1), entry(2)]
    await write([first, second])
    await write([third])
    expect((await readLog(path, KEY)).entries).toEqual([first, second, third])
  })

  it('drops an incomplete last line', async () => {
    const [first, second] = [entry(0), entry(1)]
    await write([first])
    const whole = await readFile(path, 'utf8')
    await appendFile(path, whole.slice(0, -9))
    const { log, entries } = await openLog(path, KEY)
    expect(entries).toEqual([first])
    await log.append(second)
    await log.close()
    expect((await readLog(path, KEY)).entries).toEqual([first, second])
  })

  it.each([
    ['a changed amount', (text: string) => text.replace('"amount":"100000000"', '"amount":"100000001"'), 1],
    ['a missing line', (text: string) => text.split('\n').toSpliced(1, 1).join('\n'), 2],
    ['lines in another order', (text: string) => text.split('\n').slice(0, 3).toReversed().join('\n').concat('\n'), 1],
    ['a line twice', (text: string) => text + text.slice(text.lastIndexOf('\n', text.length - 2) + 1), 4],
    ['an empty line', (text: string) => `${text}\n`, 4],
  ])('reports %s', async (_what, change, line) => {
    await write([entry(0), entry(1), entry(2)])
    await writeFile(path, change(await readFile(path, 'utf8')))
    await expect(openLog(path, KEY)).rejects.toThrow(`Line ${line} of ${path} was changed`)
  })

  it('of an earlier version, whose lines have a nonce as a number, is read and goes on', async () => {
    const [first, second] = [entry(7), entry(8)]
    const { spends: _none, ...old } = first
    await write([{ ...old, nonce: 7 } as unknown as LogEntry])
    const before = await readFile(path, 'utf8')
    expect(before).toContain('"nonce":7')
    await write([second])
    expect((await readLog(path, KEY)).entries).toEqual([first, second])
    expect((await readFile(path, 'utf8')).startsWith(before)).toBe(true)
  })

  it('has to exist: an empty one in its place would begin with used nonces', async () => {
    await expect(openLog(path, KEY)).rejects.toThrow('Copy it from the earlier signer')
    await createLog(path)
    await expect(createLog(path)).rejects.toThrow('EEXIST')
    expect((await readLog(path, KEY)).entries).toEqual([])
  })

  it('cannot be written by anybody without the seed', async () => {
    await write([entry(0)])
    await expect(readLog(path, new Uint8Array(32).fill(8))).rejects.toThrow('Line 1')
  })
})

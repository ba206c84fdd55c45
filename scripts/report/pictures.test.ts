import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reportPictures } from './pictures.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'caravan-pictures-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('names what ends otherwise than its manifest says, and what the manifest does not know', async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#1f2a5a' } })
    .png()
    .toBuffer()
  const rows: object[] = []
  const put = async (file: string, bytes: Buffer, starts: string, expected: string): Promise<void> => {
    await writeFile(join(folder, file), bytes)
    rows.push({ file, sha256: createHash('sha256').update(bytes).digest('hex'), starts, expect: expected })
  }
  await put('good.png', png, 'png', 'valid')
  await put('cut.png', png.subarray(0, 60), 'png', 'malformed')
  await put('said-valid.png', png.subarray(0, 61), 'png', 'valid')
  await put('said-malformed.png', Buffer.concat([png, Buffer.from('x')]), 'png', 'malformed')
  await put('drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'svg', 'valid')
  await writeFile(join(folder, 'manifest.jsonl'), `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`)
  await writeFile(join(folder, 'stray.png'), png)
  const lines = (await reportPictures(`${folder}/`)).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      '5 pictures',
      'Valid, of a kind that is no picture here: 1 (svg)',
      'Otherwise than the manifest says: 2',
      '  said-valid.png (png): valid, and refused',
      '  said-malformed.png (png): malformed, and made',
      '  stray.png: in no manifest',
    ]),
  )
})

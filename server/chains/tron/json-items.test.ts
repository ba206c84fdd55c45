import { describe, expect, it } from 'vitest'
import { itemsOf } from './json-items.ts'

async function read(text: string, key?: string): Promise<unknown[]> {
  const items: unknown[] = []
  for await (const item of itemsOf(Buffer.from(text), key)) items.push(item)
  return items
}

describe('the objects of an array in a JSON text', () => {
  const objects = [
    {},
    { a: [], b: [[{}], [1, 'x']], c: null },
    { text: 'brackets ]}[{ and "quotes" and \\ and \\" and a trailing \\' },
    { 'key"]': 'é漢😀', deep: { deeper: { deepest: ['}', '{', ']'] } } },
    [1, { a: 2 }],
  ]

  it('are read as JSON reads them, with and without spaces, alone and in an object', async () => {
    for (const space of [undefined, 1, 3]) {
      expect(await read(JSON.stringify(objects, undefined, space))).toEqual(objects)
      expect(await read(` \n${JSON.stringify({ block: objects, more: [{}] }, undefined, space)}`, 'block')).toEqual(
        objects,
      )
    }
    expect(await read('[]')).toEqual([])
  })

  it.each(['', '{}', '{"other":[]}', '[', '[{', '[{}', '[{"a":"]}', '[{]', '[{a}]', '"[{}]"'])(
    'are not read from %s',
    async (text) => {
      await expect(read(text)).rejects.toThrow(SyntaxError)
    },
  )

  it('are not read from the value of another key', async () => {
    await expect(read('{"other":[{}],"block":[{}]}', 'block')).rejects.toThrow('There is no array')
    await expect(read('[{}]', 'block')).rejects.toThrow('There is no array')
  })
})

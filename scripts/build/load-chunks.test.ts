import { expect, it } from 'vitest'
import { withLoader } from './load-chunks.ts'

it('chunks are loaded by the loader, and nothing else is', () => {
  expect(withLoader('v(()=>import(`./texts-en-a1.js`),[]);import("./kit-b2.js").then(f);import(u)')).toBe(
    'v(()=>self.loadChunk(`./texts-en-a1.js`),[]);self.loadChunk("./kit-b2.js").then(f);import(u)',
  )
})

import { expect, it } from 'vitest'
import { namedAgain } from './import-again.ts'

it('names a chunk anew after a failure, unless others import it statically', () => {
  const code = 'v(()=>import(`./texts-en-a1.js`),[]);import("./kit-b2.js").then(f);import(u)'
  expect(namedAgain(code, new Set(['assets/kit-b2.js']))).toBe(
    'v(()=>import(`./texts-en-a1.js`+[self.again]),[]);import("./kit-b2.js").then(f);import(u)',
  )
})

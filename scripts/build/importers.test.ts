import { expect, it } from 'vitest'
import { importersOfEntry, importersOfMembers, importersOfPersons } from './importers.ts'

const orders = { file: 'assets/person-orders-screen-a.js', isDynamicEntry: true }
const shared = { file: 'assets/person-more-a.js' }
const manifest = { 'orders.tsx': orders, _more: shared, 'cart.tsx': { file: 'assets/cart-a.js', isDynamicEntry: true } }

it('names what a guest could not open without a network', () => {
  expect(importersOfPersons({ ...manifest, 'orders.tsx': { ...orders, imports: ['_more'] } })).toEqual([])
  const cart = { ...manifest['cart.tsx'], imports: ['_more'] }
  expect(importersOfPersons({ ...manifest, 'cart.tsx': cart })).toEqual(['cart.tsx'])
})

it('names what of the worker would bring along what only some keep, or its entry', () => {
  const [rest, desks] = ['worker-part-lazy-aaaaaaaa.js', 'worker-part-desks-bbbbbbbb.js']
  const later = 'const a=()=>import(`./worker-part-desks-bbbbbbbb.js`)'
  const worker = new Map([
    ['worker-cccccccc.js', `import{a}from"./worker-core-dddddddd.js"`],
    ['worker-core-dddddddd.js', later],
    [rest, later],
    [desks, `import{b}from"./${rest}"`],
  ])
  expect(importersOfMembers(worker)).toEqual([])
  expect(importersOfEntry(worker)).toEqual([])
  expect(importersOfMembers(new Map([...worker, [rest, `import{b as c}from"./${desks}";c()`]]))).toEqual([rest])
  expect(importersOfMembers(new Map([...worker, [rest, `import"./${desks}"`]]))).toEqual([rest])
  expect(importersOfEntry(new Map([...worker, [desks, `import"./worker-cccccccc.js"`]]))).toEqual([desks])
})

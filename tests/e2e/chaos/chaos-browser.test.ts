import { describe, expect, it } from 'vitest'
import { chaosBrowser } from './run.ts'
import type { Strike } from './strikes.ts'

// A sample of `npm run chaos:browser`: each way to disturb a browser once, through a faulty network; what the
// page had called saved was heard outside of it before, and is at the shop once after.

const each: Strike[] = [
  'browser killed',
  'page crashed',
  'service worker stopped',
  'five tabs at once',
  'site data cleared',
  'back and forward',
  'worker ended',
  'disk full',
  'service worker updated',
  'newer app over the database',
  'page closed',
  'page frozen',
  'pressed on the screen',
  'browser killed',
]

describe('chaos in a real browser', () => {
  it('loses nothing that was called saved, doubles nothing, and crosses nothing to another', async () => {
    const { saved, lost, doubled, crossed, other } = await chaosBrowser({ kills: each, seed: 7 })
    expect(saved).toBeGreaterThan(10)
    expect({ lost, doubled, crossed, other }).toEqual({ lost: [], doubled: [], crossed: [], other: [] })
  })
})

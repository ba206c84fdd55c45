import { beforeEach, describe, expect, it } from 'vitest'
import { nothingTyped } from './may-reload.ts'
import { screenOpened, watchTyped } from './typed.ts'

// Elements as far as they are looked at: what they are, what they hold, and in what they stand.
interface Fake {
  tag: string
  type?: string
  value?: string
  isConnected: boolean
  matches(selector: string): boolean
  closest(selector: string): Fake | null
}
const element = (tag: string, about: { type?: string; value?: string; within?: string } = {}): Fake => {
  const { within = 'main', ...rest } = about
  const names = about.type === undefined ? [tag] : [tag, `${tag}[type=${about.type}]`]
  const own: Fake = {
    tag,
    ...rest,
    isConnected: true,
    matches: (selector) => selector.split(', ').some((one) => names.includes(one)),
    closest: (selector) =>
      own.matches(selector) ? own : selector.split(', ').includes(within) ? element(within, { within: '' }) : null,
  }
  return own
}

let hear: (event: { type: string; target: Fake }) => void
watchTyped({
  addEventListener: (_kind: string, listener: unknown) => {
    hear = listener as typeof hear
  },
} as unknown as Document)
beforeEach(screenOpened)

const after = (type: string, target: Fake, address = ''): boolean => {
  hear({ type, target })
  return nothingTyped(address)
}

describe('what a reload would take', () => {
  it('is a text that was typed anywhere on the screen, until it is emptied again', () => {
    const remark = element('textarea', { value: 'leave it at the gate' })
    expect(after('input', remark)).toBe(false)
    remark.value = ' '
    expect(nothingTyped('')).toBe(true)
    // The field is gone, and what was typed may stand on the next page of a form.
    remark.isConnected = false
    expect(nothingTyped('')).toBe(false)
  })

  it('is what was chosen: stars, a tick, a picture, also while the camera hides the page', () => {
    for (const type of ['radio', 'checkbox', 'range']) {
      expect(after('change', element('input', { type, value: '' })), type).toBe(false)
      screenOpened()
    }
    expect(after('change', element('select', { value: '' }))).toBe(false)
    screenOpened()
    expect(after('click', element('input', { type: 'file', value: '' }))).toBe(false)
    screenOpened()
    expect(after('click', element('canvas'))).toBe(false)
  })

  it('is no press outside of the screen, no press on nothing, and no search that stands in the address', () => {
    expect(after('click', element('button', { within: 'nav' }))).toBe(true)
    expect(after('click', element('p'))).toBe(true)
    expect(after('click', element('input', { type: 'text', value: '' }))).toBe(true)
    expect(after('input', element('input', { type: 'search', value: 'bag' }), '?q=bag')).toBe(true)
    expect(after('click', element('button'))).toBe(false)
  })

  it('ends with the screen', () => {
    expect(after('input', element('input', { type: 'text', value: 'PO 7' }))).toBe(false)
    screenOpened()
    expect(nothingTyped('')).toBe(true)
  })
})

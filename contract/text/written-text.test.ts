import { expect, it } from 'vitest'
import { blocksOf, NotWritten, readBlocks } from './written-text.ts'

it('a text is read in blocks', () => {
  expect(readBlocks(['## 1. Terms', '', '- one **bold**', 'and more', '', 'See [this](/order).'])).toEqual([
    { kind: 'heading', items: [{ spans: [{ text: '1. Terms' }] }] },
    {
      kind: 'list',
      items: [{ spans: [{ text: 'one ' }, { text: 'bold', strong: true }, { text: ' ' }, { text: 'and more' }] }],
    },
    { kind: 'paragraph', items: [{ spans: [{ text: 'See ' }, { text: 'this', href: '/order' }, { text: '.' }] }] },
  ])
})

it('what cannot be read says which line is wrong, and is shown as it stands where it was signed', () => {
  const fault = (text: string): unknown => {
    try {
      return readBlocks(text.split('\n'), 5)
    } catch (error) {
      return error instanceof NotWritten ? error.why : error
    }
  }
  expect(fault('a\n<b>b</b>')).toEqual({ fault: 'articleHtml', line: 6 })
  expect(fault('[x](javascript:alert)')).toEqual({ fault: 'articleLink', line: 5, href: 'javascript:alert' })
  expect(fault('![x](../y)')).toEqual({ fault: 'articlePicture', line: 5, src: '../y' })
  expect(blocksOf('a\n\n<b>b</b>')).toEqual([
    { kind: 'paragraph', items: [{ spans: [{ text: 'a' }] }] },
    { kind: 'paragraph', items: [{ spans: [{ text: '<b>b</b>' }] }] },
  ])
})

import { describe, expect, it } from 'vitest'
import { bodyText } from './body-text.ts'
import { articleOf, parseArticle } from './parse-article.ts'

const head = '---\ngroup: delivery\ntitle: Delivery\nsummary: How it comes\nsort: 20\n---\n'
const blocksOf = (body: string) => parseArticle(head + body).blocks
const line = (text: string) => ({ spans: [{ text }] })

describe('an article', () => {
  it('is read with its head and every kind of block', () => {
    expect(
      parseArticle(
        `${head}
## When it comes
Within **two days**, see
[your orders](/order).

- one
- two
  goes on
1. first
2) second

![A parcel](drawn/package/single-glow-3)`.replaceAll('\n', '\r\n'),
      ),
    ).toEqual({
      group: 'delivery',
      title: 'Delivery',
      summary: 'How it comes',
      sort: 20,
      blocks: [
        { kind: 'heading', items: [line('When it comes')] },
        {
          kind: 'paragraph',
          items: [
            {
              spans: [
                { text: 'Within ' },
                { text: 'two days', strong: true },
                { text: ', see' },
                { text: ' ' },
                { text: 'your orders', href: '/order' },
                { text: '.' },
              ],
            },
          ],
        },
        { kind: 'list', items: [line('one'), { spans: [{ text: 'two' }, { text: ' ' }, { text: 'goes on' }] }] },
        { kind: 'numbered', items: [line('first'), line('second')] },
        { kind: 'picture', src: 'drawn/package/single-glow-3', items: [line('A parcel')] },
      ],
    })
  })

  it('holds no HTML, and no link that could run anything or leave unseen', () => {
    for (const bad of ['<script>alert(1)</script>', 'a <b>b</b>', '<img src=x onerror=alert(1)>', '</p>'])
      expect(() => blocksOf(`\n${bad}`), bad).toThrow('Line 8: HTML is not supported.')
    for (const href of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'ftp://a.example', 'page/3'])
      expect(() => blocksOf(`[x](${href})`), href).toThrow(/^Line 7: “.+” is neither/)
    expect(() => blocksOf('![x](https://evil.example/a.png)')).toThrow('is not a picture path')
    expect(() => blocksOf('![x](../secret)')).toThrow('is not a picture path')
    // A sign is a sign.
    expect(blocksOf('3 < 4 & 5 > 2')).toEqual([{ kind: 'paragraph', items: [line('3 < 4 & 5 > 2')] }])
  })

  it.each([
    ['without a head', 'Text', 'Begin the article with its group'],
    ['with an unknown field', '---\nauthor: me\n---\nText', 'Line 2'],
    ['without a title', '---\ngroup: a\n---\nText', 'needs a group and a title'],
    ['without a text', head, 'no text'],
    ['with too long a title', `---\ngroup: a\ntitle: ${'a'.repeat(121)}\n---\nText`, 'title is longer'],
    ['with too long a summary', `---\ngroup: a\ntitle: a\nsummary: ${'a'.repeat(301)}\n---\nText`, 'summary is longer'],
    ['with a place that is none', '---\ngroup: a\ntitle: a\nsort: first\n---\nText', 'whole number'],
    ['that is too long', head + 'a'.repeat(12_001), 'longer than 12000'],
    ['with a NUL', `${head}a\0b`, 'control characters'],
  ])('%s is refused in words', (_what, text, message) => {
    expect(() => parseArticle(text)).toThrow(message)
  })
})

describe('the text of an article', () => {
  it.each([
    [
      'every kind',
      '## When\nWithin **two days**, see\n[your orders](/order).\n\n- one\n- two\n  goes on\n1. first\n2) second\n\n![A parcel](drawn/package/single-glow-3)',
    ],
    ['two lists', '- a\n- b\n\n- c'],
    ['words that are bold only together', '**a\nb**'],
    ['bold words side by side', '**a** **b**'],
    ['signs that mean nothing', 'a - b # c * d 1. e'],
  ])('is written as it was read: %s', (_, body) => {
    const blocks = blocksOf(body)
    expect(blocksOf(bodyText(blocks))).toEqual(blocks)
  })

  it('says which of its own lines is wrong', () => {
    const given = { group: 'delivery', title: 'Delivery', summary: '', sort: 0 }
    expect(() => articleOf(given, 'fine\n\n<b>not</b>')).toThrow('Line 3')
    expect(() => articleOf({ ...given, title: 'x'.repeat(121) }, 'fine')).toThrow('The title is longer')
    expect(() => articleOf(given, ' ')).toThrow('The article has no text')
  })
})

import { describe, expect, it } from 'vitest'
import { circleOf, isHashed, isPicture, isScreen, languageOfTexts, oneSmaller, alternatives } from './routes.ts'

describe('what the service worker answers', () => {
  it('gives the shell to every screen of the specification', () => {
    for (const path of [
      '/',
      '/product',
      '/category/3',
      '/goods',
      '/shop',
      '/collect',
      '/mine',
      '/login',
      '/resetPwd',
      '/page/1,2',
      '/tiktok-flow',
    ])
      expect(isScreen(path), path).toBe(true)
  })

  it('never takes the API, a picture or a file for a screen', () => {
    for (const path of [
      '/api',
      '/api/sync/pull',
      '/api/user/login',
      '/media/p/1/360.webp',
      '/sw.js',
      '/manifest.webmanifest',
      '/assets/a-1234.js',
    ])
      expect(isScreen(path), path).toBe(false)
  })

  it('knows of each picture the one a size smaller, in the same form', () => {
    expect(oneSmaller('/media/p/1/720.avif')).toBe('/media/p/1/360.avif')
    expect(oneSmaller('/media/p/1/360.webp')).toBe('/media/p/1/160.webp')
    expect(oneSmaller('/media/p/1/160.webp')).toBeUndefined()
    expect(oneSmaller('/assets/a.js')).toBeUndefined()
  })

  it('keeps only pictures of the catalogue, and never an answer of the API', () => {
    for (const form of ['webp', 'avif']) expect(isPicture(`/media/demo/tea/360.${form}`), form).toBe(true)
    for (const path of ['/api/index/index', '/api/media/a/360.webp', '/media/a.webp', '/media/a/360.png', '/media/'])
      expect(isPicture(path), path).toBe(false)
    for (const path of ['/api/assets/a.js', '/index.html']) expect(isHashed(path), path).toBe(false)
  })

  it('lets the other form and another size stand in, the next larger first', () => {
    const at = (...files: string[]) => files.map((file) => `/media/demo/tea/${file}`)
    expect(alternatives('/media/demo/tea/360.avif')).toEqual(
      at('360.webp', '720.avif', '720.webp', '160.avif', '160.webp'),
    )
    expect(alternatives('/media/demo/tea/160.webp')).toEqual(
      at('160.avif', '360.webp', '360.avif', '720.webp', '720.avif'),
    )
    expect(alternatives('/media/demo/tea/720.avif')).toEqual(
      at('720.webp', '360.avif', '360.webp', '160.avif', '160.webp'),
    )
    expect(alternatives('/api/index/index')).toEqual([])
  })

  it('knows by its name for whom a file is kept ahead', () => {
    expect(circleOf('/assets/cart-screen-DWVBA1EG.js')).toBe('all')
    expect(circleOf('/assets/worker-part-sending-DWVBA1EG.js')).toBe('all')
    expect(circleOf('/assets/person-phone-DWVBA1EG.js')).toBe('person')
    for (const part of ['desks', 'goods', 'wallet'])
      expect(circleOf(`/assets/worker-part-${part}-DWVBA1EG.js`)).toBe('person')
    for (const file of ['staff-operator-screen', 'worker-part-staff'])
      expect(circleOf(`/assets/${file}-DWVBA1EG.js`)).toBe('nobody')
  })
  it('knows the language of texts by their name', () => {
    expect(languageOfTexts('/assets/texts-start-en-myJUKUXb.js')).toBe('en')
    expect(languageOfTexts('/assets/texts-not-found-zh-DWVBA1EG.js')).toBe('zh')
    for (const path of [
      '/assets/page-DJ3QU0AG.js',
      '/texts-start-en-myJUKUXb.js',
      '/assets/use-subject-text-JQwHoamy.js',
    ])
      expect(languageOfTexts(path), path).toBe(undefined)
  })
})

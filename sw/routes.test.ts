import { describe, expect, it } from 'vitest'
import { isHashed, isPicture, isScreen, otherSizes } from './routes.ts'

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

  it('keeps only pictures of the catalogue, and never an answer of the API', () => {
    expect(isPicture('/media/demo/tea/360.webp')).toBe(true)
    for (const path of ['/api/index/index', '/api/media/a/360.webp', '/media/a.webp', '/media/'])
      expect(isPicture(path), path).toBe(false)
    for (const path of ['/api/assets/a.js', '/index.html']) expect(isHashed(path), path).toBe(false)
  })

  it('lets another size stand in, the next larger first', () => {
    expect(otherSizes('/media/demo/tea/360.webp')).toEqual(['/media/demo/tea/720.webp', '/media/demo/tea/160.webp'])
    expect(otherSizes('/media/demo/tea/160.webp')).toEqual(['/media/demo/tea/360.webp', '/media/demo/tea/720.webp'])
    expect(otherSizes('/media/demo/tea/720.webp')).toEqual(['/media/demo/tea/360.webp', '/media/demo/tea/160.webp'])
    expect(otherSizes('/api/index/index')).toEqual([])
  })
})

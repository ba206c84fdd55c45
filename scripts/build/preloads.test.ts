import { describe, expect, it } from 'vitest'
import type { ViteManifest } from './budgets.ts'
import { preloadsOf, readScreens, screensIn, startFiles } from './preloads.ts'

const manifest: ViteManifest = {
  'src/features/home/home-screen.tsx': { file: 'assets/home.js', imports: ['_frame.js'], css: ['assets/home.css'] },
  'index.html': { file: 'assets/page.js', isEntry: true, imports: ['_frame.js'] },
  '_frame.js': { file: 'assets/frame.js', css: ['assets/frame.css'] },
  '_kit.js': { file: 'assets/kit.js', imports: ['_frame.js'] },
  'src/features/goods/goods-screen.tsx': {
    file: 'assets/goods.js',
    imports: ['index.html', '_kit.js'],
    css: ['assets/goods.css'],
  },
  'src/features/cart/cart-screen.tsx': { file: 'assets/cart.js', imports: ['_kit.js'] },
  'src/data/worker/start-worker.ts': { file: 'assets/start-worker.js', imports: ['index.html'] },
  'localdb/read.ts': { file: 'assets/read.js' },
  '\0virtual:texts/texts-start-en': { file: 'assets/start-en.js' },
  '\0virtual:texts/texts-more-en': { file: 'assets/more-en.js' },
}
const screens = new Map([
  ['/', 'src/features/home/home-screen.tsx'],
  ['/goods', 'src/features/goods/goods-screen.tsx'],
  ['/shop', 'src/features/cart/cart-screen.tsx'],
])

describe('what the page loads to take a screen over', () => {
  it('is the code of the screen beyond the entry, and its texts by language', () => {
    const { '/goods': goods, '/shop': cart } = preloadsOf(manifest, screens)
    expect(goods!.scripts).toEqual(['/assets/goods.js', '/assets/kit.js'])
    expect(goods!.texts['en']).toEqual(['/assets/start-en.js'])
    expect(cart!.texts['en']).toEqual(['/assets/start-en.js', '/assets/more-en.js'])
  })

  it('fails for a screen that was not built', () => {
    expect(() => preloadsOf(manifest, new Map([['/x', 'src/features/x/x-screen.tsx']]))).toThrow('x-screen')
  })

  it('knows each screen of the table of routes by its path', async () => {
    expect(
      screensIn("{ path: '/a/:id', index: 1, load: async () => (await import('../features/a/a-screen.tsx')).A }"),
    ).toEqual(new Map([['/a/:id', 'src/features/a/a-screen.tsx']]))
    const all = await readScreens(process.cwd())
    expect(all.get('/')).toBe('src/features/home/home-screen.tsx')
    expect(all.get('/*')).toBe('src/features/home/not-found-screen.tsx')
  })

  it('keeps what the app cannot start without: the entry, first screens with their styles, and the worker', () => {
    const built = ['assets/worker-a.js', 'assets/worker-part-b.js', 'assets/dexie-a.js', 'assets/cart.js']
    expect(startFiles(manifest, screens, built).toSorted()).toEqual([
      '/assets/dexie-a.js',
      '/assets/frame.css',
      '/assets/frame.js',
      '/assets/home.css',
      '/assets/home.js',
      '/assets/page.js',
      '/assets/read.js',
      '/assets/start-worker.js',
      '/assets/worker-a.js',
    ])
  })
})

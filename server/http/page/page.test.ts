import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBounds } from '../../turns/bounds.ts'
import { createPage } from './page.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'caravan-page-'))
  await mkdir(join(root, 'assets'))
  await writeFile(join(root, 'index.html'), '<!doctype html>')
  await writeFile(join(root, 'assets', 'main-1a2b.js'), 'console.log(1)')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const ask = (page: ReturnType<typeof createPage>, path: string, headers: Record<string, string> = {}) =>
  page.serve(new Request(`http://market${path}`, { headers }))

describe('the built page', () => {
  it('serves each file under one path, and index.html for the paths of its router', async () => {
    const page = createPage(root)
    const script = await ask(page, '/assets/main-1a2b.js')
    expect([script.status, await script.text()]).toEqual([200, 'console.log(1)'])
    expect(script.headers.get('Cache-Control')).toContain('immutable')
    for (const path of ['/', '/cart', '/product/7', '/index.html'])
      expect(await (await ask(page, path)).text()).toBe('<!doctype html>')
    expect((await ask(page, '/assets/other.js')).status).toBe(404)
    expect((await ask(page, '/%2e%2e%2f%2e%2e%2fetc%2fpasswd')).headers.get('Content-Type')).toContain('text/html')
    const gone = await ask(createPage(join(root, 'nowhere')), '/')
    expect(gone.status).toBe(503)
  })

  it('keeps as many files as there are, however they are spelled', async () => {
    const bounds = createBounds()
    const page = createPage(root, bounds)
    const [files] = bounds.all()
    expect(files?.limit).toBe(2)
    const answers = new Map<number, number>()
    for (let i = 0; i < 2000; i++) {
      const spelled = [`/${i}%2f..%2fassets%2fmain-1a2b.js`, `/assets/.%2f${'.%2f'.repeat(i % 50)}main-1a2b.js`][i % 2]!
      const { status } = await ask(page, spelled, { 'Accept-Encoding': 'br' })
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
    expect([...answers]).toEqual([[404, 2000]])
    expect(await files?.use()).toBe(0)
    const honest = await ask(page, '/assets/main-1a2b.js', { 'Accept-Encoding': 'br' })
    expect([honest.status, honest.headers.get('Content-Encoding')]).toEqual([200, 'br'])
    expect(await files?.use()).toBe(1)
  })

  it('gives the brotli form that the build has made, and not under a path of its own', async () => {
    const script = join(root, 'assets', 'main-1a2b.js')
    await writeFile(`${script}.br`, brotliCompressSync('console.log(1)'))
    const page = createPage(root)
    const answer = await ask(page, '/assets/main-1a2b.js', { 'Accept-Encoding': 'gzip, br' })
    expect(answer.headers.get('Content-Encoding')).toBe('br')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(await readFile(`${script}.br`))
    expect(await (await ask(page, '/assets/main-1a2b.js')).text()).toBe('console.log(1)')
    expect((await ask(page, '/assets/main-1a2b.js.br')).status).toBe(404)
  })

  it('serves the shell as it is dressed in the language of the caller, and anew once that is another', async () => {
    const bounds = createBounds()
    let name = 'Nile'
    const page = createPage(root, bounds, async (html, language) => ({
      html: `${html}${name} in ${language}`,
      headers: { 'X-Appearance': name },
    }))
    for (const path of ['/', '/cart', '/index.html', '/?lang=zh'])
      for (const language of ['ar', 'en']) {
        const answer = await ask(page, path, { 'Accept-Language': language, 'Accept-Encoding': 'br' })
        const text = brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()
        expect(text, path).toBe(`<!doctype html>Nile in ${path.includes('zh') ? 'zh' : language}`)
        expect(answer.headers.get('X-Appearance')).toBe('Nile')
      }
    const before = (await ask(page, '/')).headers.get('ETag')!
    expect((await ask(page, '/', { 'If-None-Match': before })).status).toBe(304)
    name = 'Oasis'
    const after = await ask(page, '/', { 'If-None-Match': before })
    expect([after.status, await after.text()]).toEqual([200, '<!doctype html>Oasis in en'])
    const shells = bounds.all().find((bound) => bound.name === 'Shells in memory')!
    expect([await shells.use(), shells.limit]).toEqual([3, 3])
    // No other file is touched.
    expect(await (await ask(page, '/assets/main-1a2b.js')).text()).toBe('console.log(1)')
  })

  it('reads a file again after it could not be read', async () => {
    const page = createPage(root)
    await rm(join(root, 'assets', 'main-1a2b.js'))
    await expect(ask(page, '/assets/main-1a2b.js')).rejects.toThrow('ENOENT')
    await writeFile(join(root, 'assets', 'main-1a2b.js'), 'console.log(2)')
    expect(await (await ask(page, '/assets/main-1a2b.js')).text()).toBe('console.log(2)')
  })
})

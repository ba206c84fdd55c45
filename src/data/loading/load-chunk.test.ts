import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ChunkFailed, createLoader, importsOf, LOAD_LIMIT, type LoadChunk } from './load-chunk.ts'

// A browser with a network that fails, a cache, and an engine that remembers what it could not fetch.

/** The imports of each chunk of a build. */
const chunks: Record<string, string[]> = { './a.js': ['./b.js'], './b.js': ['./c.js', './a.js'], './c.js': [] }
let refused: Set<string>
let cache: Set<string>
let lost: Set<string>
let requests: string[]
let runs: string[]
let load: LoadChunk

/** A request: what the cache holds needs no network. */
function request(file: string): void {
  if (cache.has(file)) return
  requests.push(file)
  if (refused.has(file)) throw new TypeError('Failed to fetch')
  cache.add(file)
}

/** Links a module with all that it imports, as an engine does; each runs once. */
function link(file: string, seen: Set<string>): void {
  if (seen.has(file)) return
  seen.add(file)
  if (lost.has(file)) throw new TypeError(`Failed to fetch dynamically imported module: ${file}`)
  try {
    request(file)
  } catch {
    lost.add(file)
    throw new TypeError(`Failed to fetch dynamically imported module: ${file}`)
  }
  for (const next of chunks[file]!) link(next, seen)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  refused = new Set()
  cache = new Set()
  lost = new Set()
  requests = []
  runs = []
  load = loaderWith([])
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

const loaderWith = (named: readonly string[]): LoadChunk =>
  createLoader({
    named: () => named,
    fetch: async (file) => {
      request(file)
      return chunks[file]!.map((next) => `import{x}from"${next}";`).join('')
    },
    import: async (file) => {
      link(file, new Set())
      runs.push(file)
      return { file }
    },
  })
/** The outcome of loading a file, with the pauses between tries over at once. */
async function outcome(file: string): Promise<unknown> {
  const loading = load(file).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return loading
}

describe('a chunk', () => {
  it('is imported once it and its imports are in the cache, in a circle, too', async () => {
    expect(await Promise.all([outcome('./a.js'), outcome('./a.js')])).toEqual([{ file: './a.js' }, { file: './a.js' }])
    expect(requests).toEqual(['./a.js', './b.js', './c.js'])
    expect(runs).toEqual(['./a.js'])
  })

  it.each(['./a.js', './b.js', './c.js'])('is not lost when %s could not be fetched', async (file) => {
    refused.add(file)
    expect(await outcome('./a.js')).toMatchObject({ name: 'ChunkFailed', lost: false })
    expect(requests.filter((asked) => asked === file)).toHaveLength(3)
    expect(lost).toEqual(new Set())
    refused.clear()
    expect(await outcome('./a.js')).toEqual({ file: './a.js' })
    expect(runs).toEqual(['./a.js'])
  })

  it('fails at once without a network', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    refused.add('./a.js')
    await outcome('./a.js')
    expect(requests).toEqual(['./a.js'])
  })

  it('fails when it takes longer than the limit', async () => {
    load = createLoader({ named: () => [], fetch: () => new Promise(() => undefined), import: async () => undefined })
    const failed = vi.fn<(error: unknown) => void>()
    load('./a.js').catch(failed)
    await vi.advanceTimersByTimeAsync(LOAD_LIMIT - 1)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(failed).toHaveBeenCalledWith(expect.any(ChunkFailed))
  })

  it('is lost where the engine remembers that it could not fetch what the document had named', async () => {
    lost.add('./b.js')
    load = loaderWith(['./a.js', './b.js', './c.js'])
    refused.add('./b.js')
    expect(await outcome('./a.js')).toMatchObject({ lost: false })
    refused.clear()
    expect(await outcome('./a.js')).toMatchObject({ lost: true })
    expect(runs).toEqual([])
  })

  it('throws what its own code throws', async () => {
    const bug = new TypeError('x is not a function')
    load = createLoader({ named: () => [], fetch: async () => '', import: () => Promise.reject(bug) })
    expect(await outcome('./a.js')).toBe(bug)
  })
})

it('the static imports of a built chunk are found, and no others', () => {
  const code = `import{r as e}from"./a-1_x.js";import"./b.js";import*as c from'./c.js';export*from"./d.js";
    const later=()=>self.loadChunk("./e.js");x("from './no.css'")`
  expect(importsOf(code)).toEqual(['./a-1_x.js', './b.js', './c.js', './d.js'])
})

import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { lacksOfSources } from '../../../scripts/baseline/apis.ts'
import { inSources, judge } from '../../../scripts/baseline/exceptions.ts'

// tests/e2e/starting/baseline.test.ts judges the built files: libraries, syntax and styles.

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '')
const filesOf = (rooms: readonly string[]): string[] =>
  rooms
    .flatMap((room) => globSync(`${root}/${room}/**/*.{ts,tsx}`))
    .filter((file) => !/\.test\.tsx?$|[\\/]entry-\w+\.tsx?$/.test(file))
    .map((file) => file.replaceAll('\\', '/'))

it('the rooms of browsers use nothing that a browser of the baseline lacks', () => {
  const page = filesOf(['src', 'localdb', 'contract'])
  const workers = filesOf(['worker', 'sw'])
  for (const files of [page, workers]) expect(files.length).toBeGreaterThan(100)
  const lacks = [
    ...lacksOfSources(root, page, ['esnext', 'dom', 'dom.iterable']),
    ...lacksOfSources(root, workers, ['esnext', 'webworker']),
  ]
  expect(judge(lacks, inSources)).toEqual([])
})

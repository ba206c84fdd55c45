import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { lacksOfScript } from '../../../scripts/baseline/built-scripts.ts'
import { inBuiltScripts, inStyles, judge } from '../../../scripts/baseline/exceptions.ts'
import { lacksOfStyles } from '../../../scripts/baseline/styles.ts'

// The built files against the oldest browsers that the app is built for (contract/baseline.ts). Only this and
// tests/laws/house/baseline.test.ts hold Firefox 115 and Safari 16.4; Chromium 119 runs stories as well (engines/).

const dist = fileURLToPath(new URL('../../../dist', import.meta.url)).replace(/[\\/]$/, '')

/** The built files with this ending, which the server gives away. */
const built = (ending: string): { file: string; text: string }[] =>
  globSync(`${dist}/**/*.${ending}`)
    .map((path) => ({ file: path.slice(dist.length), text: readFileSync(path, 'utf8') }))
    .filter(({ file }) => !/^[\\/]server[\\/]/.test(file))

it('has styles that every browser of the baseline knows, or does without', () => {
  const styles = built('css')
  expect(styles.length).toBeGreaterThan(10)
  expect(
    judge(
      styles.flatMap(({ file, text }) => lacksOfStyles(file, text)),
      inStyles,
    ),
  ).toEqual([])
})

it('has scripts that every browser of the baseline can read, and that call nothing which one of them lacks', () => {
  const scripts = built('js')
  expect(scripts.length).toBeGreaterThan(50)
  expect(
    judge(
      scripts.flatMap(({ file, text }) => lacksOfScript(file, text)),
      inBuiltScripts,
    ),
  ).toEqual([])
})

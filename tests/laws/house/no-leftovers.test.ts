import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (path) =>
      path &&
      existsSync(root + path) &&
      /\.(tsx?|cjs|json|md|css|html|sql|ya?ml)$/.test(path) &&
      path !== 'package-lock.json',
  )

// Written apart, so that this file does not name itself.
const marks = [
  ['TO', 'DO'],
  ['FIX', 'ME'],
  ['XX', 'X'],
  ['HA', 'CK'],
].map(([a, b]) => a! + b!)
const leftovers: readonly (readonly [what: string, pattern: RegExp, only: RegExp])[] = [
  ['a mark of unfinished work', new RegExp(`\\b(${marks.join('|')})\\b`), /./],
  ['a promise instead of a thing', new RegExp(['coming', 'soon'].join('\\s+'), 'i'), /\.(tsx?|json|html)$/],
  ['a silenced type error', new RegExp(`@ts-(${['ignore', 'nocheck'].join('|')})`), /\.tsx?$/],
  [
    'a test that is skipped or alone',
    new RegExp(`\\b(it|test|describe)\\.(${['skip', 'only', 'todo'].join('|')})\\b`),
    /\.test\.tsx?$/,
  ],
  ['a path outside the repository', new RegExp(['\\.\\.', 'shared'].join('/')), /./],
]

describe('nothing unfinished is left behind', () => {
  it('looks at files', () => {
    expect(files.length).toBeGreaterThan(50)
  })

  it.each(leftovers)('no file has %s', (_what, pattern, only) => {
    const found = files
      .filter((path) => only.test(path))
      .flatMap((path) =>
        readFileSync(root + path, 'utf8')
          .split('\n')
          .flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1}: ${line.trim().slice(0, 120)}`] : [])),
      )
    expect(found).toEqual([])
  })
})

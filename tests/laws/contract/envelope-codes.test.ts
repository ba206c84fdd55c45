import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

// Law 11: what an envelope's code means is known in exactly two files, one on each side of the wire.
const root = fileURLToPath(new URL('../../../', import.meta.url))
const knowing = ['server/http/envelope.ts', 'worker/wire/envelope.ts']
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (path) =>
      /^(contract|localdb|worker|sw|src|server)\//.test(path) && !/\.test\.tsx?$/.test(path) && existsSync(root + path),
  )

describe('the codes of the envelope (law 11)', () => {
  it('are compared and written only where they are known', () => {
    const uses = /\bcode\s*(?:[=!]==?|:)\s*(?:1|0|401|404)\b/
    const withoutComments = (path: string): string =>
      readFileSync(root + path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    expect(files.filter((path) => uses.test(withoutComments(path)) && !knowing.includes(path))).toEqual([])
  })

  it('are known on both sides', () => {
    for (const path of knowing) expect(files).toContain(path)
  })
})

import { readFileSync } from 'node:fs'

// The commands of the README that no other step runs, each in its shortest form.

const ROOT = new URL('../../', import.meta.url)
const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as {
  scripts: Record<string, string>
}

/** Node's arguments for an npm script of ours, with more. */
const ours = (script: string, ...more: string[]): string[] => [...scripts[script]!.split(' ').slice(1), ...more]
/** A script that serves until it is ended. */
const serving = (script: string): string[] => ['scripts/test/try-serving.ts', script]

/** The data folder of commands that change a market. */
export const COMMANDS_DATA = '.cache/commands-data'

export const commands: readonly (readonly string[])[] = [
  serving('start'),
  serving('dev'),
  ['node_modules/oxfmt/bin/oxfmt', '.'],
  ours('numbers'),
  ours('freeze', 'trial', '--trial'),
  ours('catalogue', 'import', 'tests/fixtures/catalogue-sample.jsonl', '--rejects', `${COMMANDS_DATA}.rejects.jsonl`),
  ours('catalogue', 'photographs', '--limit', '1'),
  ours('market', 'bounds'),
  ['scripts/test/try-signer.ts', ...ours('signer')],
  ['scripts/test/try-watcher.ts', ...ours('watcher')],
  ours('test', 'laws', '--repeat', '1', 'numbers'),
  ours('simulate', '2'),
  ours('simulate', '--planted', 'no-dedupe'),
  ours('report', 'headers'),
  ours('report', 'roles'),
  ours('report', 'others-ids'),
  ours('report', 'calls'),
  ours('audit', '--if-answered'),
  ours('sheets', '--online', '/search'),
  ['scripts/test/try-lighthouse.ts'],
]

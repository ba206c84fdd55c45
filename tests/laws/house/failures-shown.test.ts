import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

// Spec §8: every act of a person that fails says why. A form, a list or a sheet says it in its own place, everything
// else in a toast (src/parts/failures/use-failure-toast.ts); a module that makes a call and has neither fails silently.

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The modules that may fail without words, and why. */
const silent: Readonly<Record<string, string>> = {
  'src/features/addresses/use-address-form.ts': 'what was refused stays in the sync centre, where it can be dismissed',
  'src/features/store/products/form/use-goods-form.ts': 'the same',
  'src/features/store/plans/use-goods-plan.ts': 'the list of a plan that is gone says so',
  'src/features/merchants/use-apply.ts': 'as of an address',
  'src/features/operator/rates/market-currency-later.tsx':
    'the currency was chosen, and the device asks for the rates by itself within minutes',
  'src/features/sync/copy-report.tsx': 'the report is copied without the bounds of the device',
}

const CALLS = /\buse(?:Store)?Call\(\s*['"]/
const SAYS = /\b(?:failureText|useFailureToast|useFailureText|setFailure|setAnswerText|onFailed|failed)\b/

const isSilent = (source: string): boolean => CALLS.test(source) && !SAYS.test(source)

it('no module calls the server or the worker without a way to say that it failed', () => {
  const found = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('.test.') && isSilent(readFileSync(root + path, 'utf8')))
  expect(found.sort()).toEqual(Object.keys(silent).sort())
})

it('would find one', () => {
  const call = "const settle = useCall('merge.settle')\n"
  expect(isSilent(call)).toBe(true)
  expect(isSilent(`${call}const failed = useFailureToast()\n`)).toBe(false)
})

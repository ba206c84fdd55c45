import { expect, it } from 'vitest'
import { findingsOf, refusalOf, type AuditOutput } from './findings.ts'

const shipped = {
  severity: 'high',
  range: '<2.0.0',
  via: [{ title: 'Reads beyond its end', url: 'https://advisories.test/1' }],
  fixAvailable: { name: 'carrier', version: '3.0.0' },
}
const tool = { severity: 'moderate', range: '*', via: ['carrier'], fixAvailable: false }

it('tells what is shipped from what only builds and tests, and what is to be done', () => {
  expect(
    findingsOf({ vulnerabilities: { atool: tool, carrier: shipped } }, { vulnerabilities: { carrier: shipped } }),
  ).toEqual([
    {
      name: 'carrier',
      severity: 'high',
      range: '<2.0.0',
      shipped: true,
      verdict: 'to be mended: needs carrier@3.0.0',
      why: 'Reads beyond its end https://advisories.test/1',
    },
    {
      name: 'atool',
      severity: 'moderate',
      range: '*',
      shipped: false,
      verdict: 'development only: no version without it yet',
      why: 'by carrier',
    },
  ])
  expect(findingsOf({ vulnerabilities: {} }, { vulnerabilities: {} })).toEqual([])
})

it('does not take silence for soundness', () => {
  const refused: AuditOutput = { message: '405 Method Not Allowed', error: { summary: '' } }
  expect(findingsOf(refused, { vulnerabilities: {} })).toBeUndefined()
  expect(findingsOf({ vulnerabilities: {} }, refused)).toBeUndefined()
  expect(refusalOf(refused)).toBe('405 Method Not Allowed')
  expect(refusalOf({ error: { summary: '', code: 'ENOLOCK' } })).toBe('ENOLOCK')
})

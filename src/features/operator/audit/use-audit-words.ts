import { useTranslation } from 'react-i18next'
import { auditActs, pairedActs } from '#contract/audit/acts.ts'
import { rateText } from '#contract/currencies/rates.ts'
import type { AuditLine } from '#contract/operator/schema.ts'
import { areaName } from '../../../parts/addresses/area-name.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { exactTime } from '../../../ui/time.tsx'
import { useListed } from '../use-listed.ts'
import { useRateWords } from '../rates/use-rate-words.ts'

type Json = Readonly<Record<string, unknown>>
/** A value as an object: the log keeps whatever was written. */
const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

/** How an act that waited for a second operator goes on. */
const ends = ['ask', 'refuse', 'fail'] as const

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** Says in words what was done; undefined for an act of a newer server. */
export function useAuditWords(): (entry: Pick<AuditLine, 'what' | 'subject' | 'after'>) => string | undefined {
  const { t } = useTranslation()
  const { locale, number } = useFormat()
  const listed = useListed()
  const { nameOf } = useRateWords()

  /** Countries in the reader's language, provinces as the entry names them. */
  const named = (areas: unknown): string[] =>
    Object.entries(objectOf(areas)).map(([code, name]) => (code.length === 2 ? areaName(code, locale) : String(name)))
  const areasOf = (what: string, subject: string, after: Json): string => {
    // An entry from before several areas were opened and closed at once.
    if (typeof after['open'] === 'boolean') {
      const names = areaName(subject.replace('area:', ''), locale)
      return after['open'] ? t('audit.areaOpened', { names }) : t('audit.areaClosed', { names })
    }
    const [opened, closed] = [named(after['opened']), named(after['closed'])]
    if (what === 'area.only') {
      const more = typeof after['closedMore'] === 'number' ? after['closedMore'] : 0
      return t('audit.areaOnly', { names: listed(named(after['only'])), n: number(closed.length + more) })
    }
    return closed.length > 0
      ? t('audit.areaClosed', { names: listed(closed) })
      : t('audit.areaOpened', { names: listed(opened) })
  }
  const doneOf = (what: string, subject: string): string | undefined => {
    if (subject.startsWith('act:')) {
      const [name, end] = what.split('.')
      const act = pairedActs.find((one) => one === name)
      const how = ends.find((one) => one === end)
      return act && how && t(`audit.pair.${how}`, { what: t(`auditPairs.${act}`) })
    }
    if (what.startsWith('order.report.')) return t('audit.report')
    const act = auditActs.find((one) => one === what)
    return act && t(`auditActs.${act}`)
  }
  return ({ what, subject, after: written }) => {
    const after = objectOf(written)
    const name = nameOf(subject.replace('currency:', ''))
    const { numerator, denominator } = after
    switch (what) {
      case 'area.open':
      case 'area.close':
      case 'area.only':
        return areasOf(what, subject, after)
      case 'rate.put':
        if (!isCount(numerator) || !isCount(denominator)) return undefined
        return t('audit.ratePut', { name, rate: rateText({ numerator, denominator }) })
      case 'market.currency':
        return t('audit.marketCurrency', { name })
      case 'rate.remove':
        return t('audit.rateRemoved', { name })
      case 'rate.stop':
        return t('audit.rateStopped', { name })
      case 'contract.draft':
        return t(written === null ? 'audit.contractDropped' : 'audit.contractDrafted')
      case 'contract.publish':
        return isCount(after['version']) ? t('audit.contract', { version: number(after['version']) }) : undefined
      case 'market.restore': {
        const at = Date.parse(String(after['backup']))
        return Number.isNaN(at) ? undefined : t('audit.restored', { time: exactTime(at, locale) })
      }
      default:
        return doneOf(what, subject)
    }
  }
}

import { areaNamed, namedArea, namedCountries, type NamedArea } from '#contract/addresses/country-names.ts'
import type { AreaChange } from '#contract/market/schema-operator-areas.ts'
import { byCommand, type Actor } from '../../audit/audit.ts'
import { areaTexts, countryCodes, isArea, isCountry, provinceCodes } from '../area-tree.ts'
import type { Db } from '../../db/tables/tables.ts'
import { allRules, englishAreaName, countriesBy, isOpenBy, setAreas } from './change.ts'
import { cannot, OperatorError } from '../../operator/answer.ts'

/** Areas that an answer names. */
const LISTED_MAX = 20

/** Throws where a change names what is no area, or only provinces are to stay open. @throws OperatorError */
export function checkAreas({ act, codes }: AreaChange): void {
  const strange = codes.find((code) => !isArea(code))
  if (strange !== undefined) throw cannot('cannot.areaUnknown', { name: strange })
  const province = act === 'only' ? codes.find((code) => !isCountry(code)) : undefined
  if (province !== undefined) throw cannot('cannot.areaNoCountry', { name: englishAreaName(province) })
}

/** Opens or closes areas. @throws OperatorError */
export async function putAreas(
  db: Db,
  change: AreaChange,
  actor: Actor,
): Promise<{ opened: string[]; closed: string[] }> {
  checkAreas(change)
  return setAreas(db, change, actor)
}

let countries: NamedArea[] | undefined
let provinces: NamedArea[] | undefined

/** The country or province that a command names, by its code or its name in any language. @throws OperatorError */
function areaOf(text: string): string {
  countries ??= namedCountries(countryCodes(), (code) => Object.values(areaTexts(code)))
  provinces ??= provinceCodes().map((code) => namedArea(code, Object.values(areaTexts(code))))
  const code = areaNamed(countries, text) ?? areaNamed(provinces, text)
  if (code === undefined) throw cannot('cannot.areaUnknown', { name: text.slice(0, 60) })
  return code
}

const listed = (codes: readonly string[]): string =>
  [
    ...codes.slice(0, LISTED_MAX).map(englishAreaName),
    ...(codes.length > LISTED_MAX ? [`and ${codes.length - LISTED_MAX} more`] : []),
  ].join(', ')

/** `area [list] | open|close <country or province> … | only <country> …` */
export async function operateAreas(
  db: Db,
  [verb = 'list', ...names]: readonly string[],
  _now = 0,
  actor: Actor = byCommand,
): Promise<string> {
  if (verb === 'list' && names.length === 0) return listAreas(db)
  if ((verb !== 'open' && verb !== 'close' && verb !== 'only') || names.length === 0)
    throw new OperatorError(
      'Areas are opened or closed: area open|close <country or province> …, area only <country> ….',
    )
  const { opened, closed } = await putAreas(db, { act: verb, codes: names.map(areaOf) }, actor)
  const lines = [
    ...(opened.length > 0 ? [`Opened: ${listed(opened)}.`] : []),
    ...(closed.length > 0 ? [`Closed: ${listed(closed)}.`] : []),
  ]
  return lines.length > 0 ? lines.join('\n') : 'Nothing changes.'
}

async function listAreas(db: Db): Promise<string> {
  const rules = await allRules(db)
  const reached = countriesBy(rules)
  const shut = countryCodes().filter((code) => !reached.includes(code))
  // A province that is not as its country.
  const apart = [...rules.keys()].filter(
    (code) => !isCountry(code) && rules.get(code) !== isOpenBy(rules, code.slice(0, 2)),
  )
  return [
    `The market delivers to ${reached.length} of ${countryCodes().length} countries.`,
    ...(reached.length <= shut.length
      ? [`Open: ${listed(reached)}.`]
      : shut.length > 0
        ? [`Closed: ${listed(shut)}.`]
        : []),
    ...apart.slice(0, LISTED_MAX).map((code) => `${englishAreaName(code)} is ${rules.get(code) ? 'open' : 'closed'}.`),
  ].join('\n')
}

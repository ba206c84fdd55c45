import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Facet } from '#contract/lists/facets.ts'
import { BRAND, MARKS_MAX, markOf } from '#contract/lists/marks.ts'
import type { ListQuery } from '#localdb/queries/catalogue/lists.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import styles from './filter-later.module.css'
import { useFacets } from './use-facets.ts'

/** The number of values of a facet that are shown at first. */
const FIRST = 5

interface FacetFieldsProps {
  /** The list, with the marks that are chosen. */
  of: ListQuery
  onChange(marks: readonly string[]): void
}

/** The facets of a list's products, each value with the number of products that it would leave. */
export function FacetFields({ of, onChange }: FacetFieldsProps) {
  const marks = of.marks ?? []
  const known = useFacets(of)
  // While the next counts are on their way the last ones stay.
  const [last, setLast] = useState(known)
  if (known && known !== last) setLast(known)
  const shown = known ?? last
  if (!shown) return null
  return shown.facets.map((facet) => (
    <FacetField key={facet.name} facet={facet} more={shown.more} marks={marks} onChange={onChange} />
  ))
}

interface FacetFieldProps extends Omit<FacetFieldsProps, 'of'> {
  facet: Facet
  more: boolean
  marks: readonly string[]
}

function FacetField({ facet: { name, values }, more, marks, onChange }: FacetFieldProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [all, setAll] = useState(false)
  const isOn = (value: string): boolean => marks.includes(markOf(name, value))
  const toggle = (value: string, on: boolean): void => {
    const mark = markOf(name, value)
    onChange(on ? [...marks, mark].slice(0, MARKS_MAX) : marks.filter((other) => other !== mark))
  }
  const shown = values.filter(({ value }, n) => all || n < FIRST || isOn(value))
  return (
    <fieldset className={styles.facet}>
      <legend className={styles.legend} dir="auto">
        {name === BRAND ? t('filter.brand') : name}
      </legend>
      {shown.map(({ value, count }) => (
        <Checkbox
          key={value}
          checked={isOn(value)}
          onChange={(on) => toggle(value, on)}
          label={
            <>
              <bdi>{value}</bdi> <span className={styles.count}>{more ? `${number(count)}+` : number(count)}</span>
            </>
          }
        />
      ))}
      {values.length > FIRST && (
        <Button kind="quiet" small onClick={() => setAll(!all)} aria-expanded={all}>
          {t(all ? 'filter.fewer' : 'filter.more')}
        </Button>
      )}
    </fieldset>
  )
}

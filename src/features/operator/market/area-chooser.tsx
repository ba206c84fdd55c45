import MapPinOff from 'lucide-react/icons/map-pin-off'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AreaChange, DeskArea } from '#contract/market/schema-operator-areas.ts'
import { links } from '../../../links/links.ts'
import { areaName } from '../../../parts/addresses/area-name.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { Chip, ChipRow } from '../../../ui/controls/chip.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { List } from '../../../ui/blocks/list.tsx'
import { AreaPreview, type Closing } from './area-preview.tsx'
import looks from './areas.module.css'
import { AreasMade, type ChangedAreas } from './areas-made.tsx'
import { FindField } from '../find-field.tsx'
import styles from '../operator.module.css'
import { useAct } from '../use-act.ts'
import { useFoundAreas, type ShownArea } from './use-found-areas.ts'

const shows = ['all', 'open', 'closed'] as const
type Show = (typeof shows)[number]
const isShown = (show: Show, { open }: DeskArea): boolean => show === 'all' || open === (show === 'open')

interface AreaChooserProps {
  /** All countries, or the provinces of `country`. */
  areas: readonly DeskArea[]
  country?: string
  /** Asks for the areas again. */
  again(): void
}

/** Areas found by name, chosen one by one or all that were found, and opened or closed at once. */
export function AreaChooser({ areas, country, again }: AreaChooserProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const [find, setFind] = useState('')
  const [show, setShow] = useState<Show>('all')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Closing>()
  const [made, setMade] = useState<ChangedAreas>()
  const set = useAct('operator.areasSet')
  const { all, found } = useFoundAreas(areas, useDeferredValue(find))
  const shown = found.filter((area) => isShown(show, area))
  const choose = (codes: readonly string[], on: boolean) =>
    setChosen((before) => new Set(on ? [...before, ...codes] : [...before].filter((code) => !codes.includes(code))))
  const make = async (change: AreaChange) => {
    const answer = await set.act(change)
    if (!answer) return
    setAsked(undefined)
    setChosen(new Set())
    setMade(answer)
    again()
  }
  const nameOf = (code: string): string => all.find((area) => area.code === code)?.label ?? areaName(code, locale)
  const press = (act: AreaChange['act']) => {
    const codes = [...chosen]
    // Nothing is lost by opening.
    if (act === 'open') void make({ act, codes })
    else setAsked({ act, codes })
  }
  return (
    <div className={styles.stack}>
      <FindField label={t(country ? 'areasDesk.findProvince' : 'areasDesk.find')} value={find} onChange={setFind} />
      <ChipRow label={t('areasDesk.show')}>
        {shows.map((one) => (
          <Chip key={one} on={show === one} onChange={() => setShow(one)}>
            {t(`areasDesk.which.${one}`)}
          </Chip>
        ))}
      </ChipRow>
      <FoundAreas shown={shown} chosen={chosen} choose={choose} isProvinces={country !== undefined} />
      {chosen.size > 0 && (
        <ChosenBar
          count={chosen.size}
          only={country === undefined}
          busy={set.busy}
          press={press}
          clear={() => setChosen(new Set())}
        />
      )}
      {made && chosen.size === 0 && <AreasMade made={made} nameOf={nameOf} busy={set.busy} make={make} />}
      {asked && (
        <AreaPreview
          change={asked}
          nameOf={nameOf}
          busy={set.busy}
          onClose={() => setAsked(undefined)}
          onSure={() => void make(asked)}
        />
      )}
    </div>
  )
}

interface FoundAreasProps {
  shown: readonly ShownArea[]
  chosen: ReadonlySet<string>
  choose(codes: readonly string[], on: boolean): void
  isProvinces: boolean
}

function FoundAreas({ shown, chosen, choose, isProvinces }: FoundAreasProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const codes = shown.map(({ code }) => code)
  const count = codes.filter((code) => chosen.has(code)).length
  if (shown.length === 0)
    return (
      <EmptyState
        icon={<MapPinOff />}
        title={t(isProvinces ? 'areasDesk.noProvince' : 'areasDesk.none')}
        text={isProvinces ? undefined : t('areasDesk.noneText')}
      />
    )
  return (
    <>
      <Checkbox
        checked={count === codes.length}
        mixed={count > 0}
        label={t('areasDesk.allFound', { n: number(codes.length) })}
        onChange={(on) => choose(codes, on)}
      />
      <List label={t('desks.areas')}>
        {shown.map(({ code, label, open, below, apart }) => (
          <li key={code} className={looks.row}>
            <span className={looks.name}>
              <Checkbox checked={chosen.has(code)} label={<bdi>{label}</bdi>} onChange={(on) => choose([code], on)} />
            </span>
            <Badge tone={open ? 'good' : 'warn'}>{t(open ? 'areasDesk.isOpen' : 'areasDesk.isClosed')}</Badge>
            {below > 0 && (
              <ButtonLink
                kind="quiet"
                small
                href={links.operator('areas', { find: code })}
                aria-label={t('areasDesk.provincesOf', { name: label })}
              >
                {t('areasDesk.provinces')}
              </ButtonLink>
            )}
            {apart > 0 && <span className={looks.apart}>{t('areasDesk.apart', { n: number(apart) })}</span>}
          </li>
        ))}
      </List>
    </>
  )
}

interface ChosenBarProps {
  count: number
  /** Whether all others can be closed. */
  only: boolean
  busy: boolean
  press(act: AreaChange['act']): void
  clear(): void
}

/** The actions on the chosen areas, in sight wherever the list is scrolled. */
function ChosenBar({ count, only, busy, press, clear }: ChosenBarProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const selected = t('areasDesk.selected', { n: number(count) })
  return (
    <div className={looks.bar} role="group" aria-label={selected} data-foot="">
      <span className={looks.count} role="status">
        {selected}
      </span>
      <Button small kind="secondary" busy={busy} onClick={() => press('open')}>
        {t('areasDesk.open')}
      </Button>
      <Button small kind="secondary" busy={busy} onClick={() => press('close')}>
        {t('areasDesk.close')}
      </Button>
      {only && (
        <Button small kind="secondary" busy={busy} onClick={() => press('only')}>
          {t('areasDesk.only')}
        </Button>
      )}
      <Button small kind="quiet" onClick={clear}>
        {t('areasDesk.clear')}
      </Button>
    </div>
  )
}

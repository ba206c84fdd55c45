import Headset from 'lucide-react/icons/headset'
import { useEffect, useId, useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { readUrl } from '../../links/read-url.ts'
import { useSettings } from '../../data/use-settings.ts'
import { keepServicePlace, readServicePlace, type ServicePlace } from '../../data/device/service-place.ts'
import { links } from '../../links/links.ts'
import { useEntry } from '../navigation.ts'
import styles from './service-button.module.css'

/** Where it stands at first: so far from the end and from the foot of the window (CSS pixels; spec §9). */
const OFFSETS: ServicePlace = { inline: 36, block: 100 }
const SIZE = 48
/** A finger that has moved so far drags; below that it presses. */
const DRAGS = 6
/** So far an arrow key moves it. */
const STEP = 24

/** Where it would cover the next step: forms, the conversation itself, and the desks of stores and operators. */
const AWAY = new RegExp(
  '^/((login|register|resetPwd|fundPassword|insertAddress|orderChecked|pay|success|talks|withdraw|recharge)$|' +
    'merchant$|operator|centre)',
)

/** The market's own service, if that is a page of the web: kept rows may be of any time. */
function webAddress(text: string | null | undefined): string | undefined {
  const url = text ? readUrl(text) : undefined
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}

const isRtl = (): boolean => document.documentElement.dir === 'rtl'

/** Within the window; the style sheet keeps it off the bars. */
const within = ({ inline, block }: ServicePlace): ServicePlace => ({
  inline: Math.round(Math.min(Math.max(inline, 0), innerWidth - SIZE)),
  block: Math.round(Math.min(Math.max(block, 0), innerHeight - SIZE)),
})

/**
 * Customer service: a button that is dragged, or moved by the arrow keys, to where it disturbs nobody, and stays there.
 * It opens the market's own service in a tab of its own, or where there is none the conversation with the operator.
 */
export function ServiceButton() {
  const { t } = useTranslation()
  const id = useId()
  const { path } = useEntry()
  const service = webAddress(useSettings()?.service_url)
  const [place, setPlace] = useState(OFFSETS)
  const drag = useRef<{ x: number; y: number; from: ServicePlace; moved: boolean } | undefined>(undefined)
  useEffect(() => {
    let here = true
    void readServicePlace().then((kept) => {
      if (here && kept) setPlace(kept)
    })
    return () => {
      here = false
    }
  }, [])
  if (AWAY.test(path)) return null

  const move = (e: PointerEvent) => {
    const d = drag.current
    if (!d) return
    const [x, y] = [e.clientX - d.x, e.clientY - d.y]
    d.moved ||= Math.hypot(x, y) > DRAGS
    if (d.moved) setPlace(within({ inline: d.from.inline + (isRtl() ? x : -x), block: d.from.block - y }))
  }
  const key = (e: KeyboardEvent) => {
    const side = isRtl() ? STEP : -STEP
    const by = { ArrowLeft: [-side, 0], ArrowRight: [side, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] }[e.key]
    if (!by) return
    e.preventDefault()
    const next = within({ inline: place.inline + by[0]!, block: place.block + by[1]! })
    setPlace(next)
    keepServicePlace(next)
  }
  return (
    <aside aria-label={t('service.label')}>
      <a
        href={service ?? links.ask(0)}
        target={service && '_blank'}
        rel={service && 'noopener noreferrer'}
        className={styles.service}
        style={{ '--inline': `${place.inline}px`, '--block': `${place.block}px` } as CSSProperties}
        aria-label={t('service.label')}
        aria-describedby={id}
        title={t('service.label')}
        draggable={false}
        onPointerDown={(e) => {
          const box = e.currentTarget.getBoundingClientRect()
          // As it stands, which the bars may have decided.
          const from = {
            inline: isRtl() ? box.left : innerWidth - box.right,
            block: innerHeight - box.bottom,
          }
          drag.current = { x: e.clientX, y: e.clientY, from, moved: false }
          e.currentTarget.setPointerCapture(e.pointerId)
        }}
        onPointerMove={move}
        onPointerUp={() => {
          if (drag.current?.moved) keepServicePlace(place)
        }}
        onClick={(e) => {
          // The end of a drag is no press.
          if (drag.current?.moved) e.preventDefault()
          drag.current = undefined
        }}
        onKeyDown={key}
      >
        <Headset aria-hidden="true" />
      </a>
      <span id={id} hidden>
        {t('service.move')}
      </span>
    </aside>
  )
}

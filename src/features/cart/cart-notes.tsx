import AlarmClock from 'lucide-react/icons/alarm-clock'
import BadgePercent from 'lucide-react/icons/badge-percent'
import CircleAlert from 'lucide-react/icons/circle-alert'
import TrendingDown from 'lucide-react/icons/trending-down'
import TrendingUp from 'lucide-react/icons/trending-up'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { links } from '../../links/links.ts'
import type { AgreedLine } from '../../parts/cart/agreed-lines.ts'
import { BackOrdered } from '../../parts/orders/back-ordered.tsx'
import { HindranceText } from '../../parts/cart/hindrance-text.tsx'
import type { ReckonedLine } from '../../parts/cart/reckon-cart.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { useMoney } from '../../parts/money/use-money.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { exactTime } from '../../ui/time.tsx'
import styles from './cart.module.css'
import type { CartActs } from './use-cart-acts.ts'

/** The notes on a cart line: conflict, why it is not counted and what mends that, and a price that has changed. */
export function CartNotes({ line, acts }: { line: ReckonedLine; acts: CartActs }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { shown } = useMoney()
  const { hindrance, priceChanged, conflict, ticked, product, back } = line
  const agreed = line.agreed?.state === 'hindered' ? undefined : line.agreed
  const seen = shown(line.seenPrice, line.currency)
  const was = format.money(seen.amount, seen.currency)
  const to = hindrance && 'to' in hindrance ? hindrance.to : undefined
  // A hindrance that applies to all lines is stated once, above the lines.
  const showsHindrance =
    ticked &&
    hindrance &&
    !line.asked &&
    hindrance.kind !== 'storeLeast' &&
    hindrance.kind !== 'notThere' &&
    !(hindrance.kind === 'refused' && hindrance.why.reason === 'areaNotOpen')
  if (!conflict && !showsHindrance && !priceChanged && !agreed && !back) return null
  return (
    <div className={styles.notes}>
      {conflict && (
        <Note tone="bad" icon={<CircleAlert />}>
          {t('cart.conflict')}
        </Note>
      )}
      {showsHindrance && (
        <Note tone={hindrance.kind === 'refused' ? 'bad' : 'warn'} icon={<CircleAlert />}>
          <HindranceText hindrance={hindrance} multiple={product?.multiple} />
          {to !== undefined && (
            <Button kind="quiet" small onClick={() => acts.set(line, to)}>
              {t('cart.makeIt', { n: format.number(to) })}
            </Button>
          )}
        </Note>
      )}
      {back && !hindrance && (
        <Note tone="warn" icon={<AlarmClock />}>
          <BackOrdered back={back} />
        </Note>
      )}
      {agreed && <AgreedNote line={line} agreed={agreed} />}
      {priceChanged === 'up' && (
        <Note tone="warn" icon={<TrendingUp />}>
          {t('cart.priceUp', { was })}
        </Note>
      )}
      {priceChanged === 'down' && (
        <Note tone="good" icon={<TrendingDown />}>
          {t('cart.priceDown', { was })}
        </Note>
      )}
    </div>
  )
}

/** The price that was agreed for a line: until when it holds, or why it does not. */
function AgreedNote({ line, agreed }: { line: ReckonedLine; agreed: AgreedLine }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { shown } = useMoney()
  const { amount, currency } = shown(agreed.price, line.agreement!.currency)
  const price = format.money(amount, currency)
  const words = {
    holds: () => t('cart.agreed', { time: exactTime(agreed.until, format.locale) }),
    short: () => t('cart.agreedShort', { price, n: format.number(agreed.least) }),
    stock: () => t('cart.agreedStock', { price, n: format.number(agreed.least) }),
    hindered: () => '',
    part: () => t('cart.agreedPart', { price }),
    over: () => t('cart.agreedOver'),
  }
  return (
    <Note tone={agreed.state === 'holds' ? 'good' : 'warn'} icon={<BadgePercent />}>
      {words[agreed.state]()}{' '}
      <a className={styles.agreement} href={links.quote(line.agreement!.id)}>
        {t('cart.agreement')}
      </a>
    </Note>
  )
}

const Note = ({ tone, icon, children }: { tone: 'warn' | 'bad' | 'good'; icon: ReactNode; children: ReactNode }) => (
  <p className={cx(styles.note, styles[tone])}>
    {icon}
    <span>{children}</span>
  </p>
)

import { useMemo, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { DRAWN_GOODS_MAX } from '#contract/quotes/rules.ts'
import type { Payload } from '#contract/registry.ts'
import { goodsByIds } from '#localdb/queries/quotes/draws.ts'
import { links } from '../../../links/links.ts'
import { useStoreLive, useStoreMutate } from '../../../data/stores/use-store.ts'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useStoreParam } from '../../../parts/stores/open-desk.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import styles from '../answers.module.css'
import centre from '../centre.module.css'
import { DrawFind } from './draw-find.tsx'
import { DrawGoods } from './draw-goods.tsx'
import { OfferTerms } from './offer-fields.tsx'
import { begunGoods, readDraw, type ReadDraw, type TypedDraw, type TypedGoods } from './read-draw.ts'
import { holdsUntil } from './read-offer.ts'

/** How long an order stands unless another time is typed (days). */
const HOLDS = '7'

interface DrawFormProps {
  of: Payload<'quote.draw'>['of']
  buyer: string
}

/** An order for a buyer: products, pieces and prices, until when it stands, and a note; kept as it is typed. */
export function DrawForm({ of, buyer }: DrawFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [first] = useState<TypedDraw>(() => ({ order: crypto.randomUUID(), goods: [], days: HOLDS, note: '' }))
  const { draft, change, forget } = useDraft<TypedDraw>(`draw ${of.kind} ${of.id}`, first)
  const [tried, setTried] = useState(false)
  const ids = draft.goods.map(({ goods }) => goods).join(' ')
  const query = useMemo(() => goodsByIds(ids === '' ? [] : ids.split(' ')), [ids])
  const known = useStoreLive(query)
  const goodsOf = known ?? new Map<string, never>()
  const read = readDraw(draft, goodsOf)
  const currency = goodsOf.get(draft.goods[0]?.goods ?? '')?.currency
  const send = useSend(of, buyer, forget)
  const set = (id: string, next: (one: TypedGoods) => TypedGoods) =>
    change((draw) => ({ ...draw, goods: draw.goods.map((one) => (one.id === id ? next(one) : one)) }))
  const full = draft.goods.length >= DRAWN_GOODS_MAX
  return (
    <form
      className={centre.form}
      noValidate
      onSubmit={(e: FormEvent) => {
        e.preventDefault()
        setTried(true)
        if (read.whole) void send(draft, read.whole.goods, read.whole.days)
      }}
    >
      <div className={styles.words}>
        <strong>
          <bdi>{t('asks.drawFor', { buyer })}</bdi>
        </strong>
        <p className={styles.soft}>{t('asks.drawText')}</p>
      </div>
      {draft.goods.map((one, n) => (
        <DrawGoods
          key={one.id}
          typed={one}
          goods={goodsOf.get(one.goods)}
          read={read.goods[n]!}
          tried={tried}
          onChange={(next) => set(one.id, next)}
          onRemove={() => change((draw) => ({ ...draw, goods: draw.goods.filter(({ id }) => id !== one.id) }))}
        />
      ))}
      {full ? (
        <p className={styles.soft}>{t('asks.drawMost', { max: format.number(DRAWN_GOODS_MAX) })}</p>
      ) : (
        <DrawFind
          taken={draft.goods.map(({ goods }) => goods)}
          currency={currency}
          onAdd={(goods) =>
            change((draw) => ({ ...draw, goods: [...draw.goods, begunGoods(goods, crypto.randomUUID())] }))
          }
        />
      )}
      <Terms
        draw={draft}
        read={read}
        currency={currency}
        tried={tried}
        onChange={(more) => change((draw) => ({ ...draw, ...more }))}
      />
    </form>
  )
}

interface TermsProps {
  draw: TypedDraw
  read: ReadDraw
  /** Undefined while the order has no product. */
  currency: string | undefined
  /** The form was submitted, so errors are shown. */
  tried: boolean
  onChange(more: Partial<TypedDraw>): void
}

/** The total of an order, the time for which it stands, the note to the buyer, and the button that sends it. */
function Terms({ draw, read, currency, tried, onChange }: TermsProps) {
  const { t } = useTranslation()
  return (
    <Card className={styles.standing}>
      <OfferTerms {...{ currency, tried, onChange }} total={read.total} typed={draw} days={read.days} />
      {tried && (draw.goods.length === 0 || read.goods.some(({ pieces }) => pieces === 0)) && (
        <p className={centre.bad} role="alert">
          {t('asks.drawNone')}
        </p>
      )}
      <Button type="submit" wide>
        {t('asks.drawSend')}
      </Button>
    </Card>
  )
}

/** Records the order and leads to it. */
function useSend(of: DrawFormProps['of'], buyer: string, forget: () => void) {
  const { t } = useTranslation()
  const mutate = useStoreMutate()
  const at = useStoreParam()
  const [, navigate] = useLocation()
  return async ({ order, note }: TypedDraw, goods: Payload<'quote.draw'>['goods'], days: number): Promise<void> => {
    const payload = { order, of, buyer: buyer.slice(0, 200), goods, until: holdsUntil(days), note: note.trim() }
    if (!(await mutate('quote.draw', payload, { text: t('asks.drawSaved'), kind: 'good' }))) return
    forget()
    navigate(links.centreRequest(goods[0]!.id, at), { replace: true })
  }
}

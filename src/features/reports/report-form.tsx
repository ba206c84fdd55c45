import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { textIn } from '#contract/text/locales.ts'
import {
  isOpenReport,
  problems,
  REPORT_PICTURES_MAX,
  REPORT_TEXT_MAX,
  wishes,
  type Problem,
  type ReportWish,
} from '#contract/reports/rules.ts'
import type { Parcel } from '#contract/reports/schema-parts.ts'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { links } from '../../links/links.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { PicturePicker } from '../../parts/pictures/picture-picker.tsx'
import { useDraft } from '../../parts/forms/use-draft.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { Stepper } from '../../ui/controls/stepper.tsx'
import { Choices } from './choices.tsx'
import { ReportWords } from './report-words.tsx'
import styles from './reports.module.css'

/** The entered values; `line` is "<parcel>:<product>:<choice>". */
interface Draft {
  line: string
  num: number | undefined
  problem: Problem | ''
  wish: ReportWish | ''
  text: string
  pictures: string[]
}
const blank: Draft = { line: '', num: undefined, problem: '', wish: '', text: '', pictures: [] }

/** The lines of parcels that can be reported: those without a report that is still open. */
function linesOf(order: OrderItem, parcels: readonly Parcel[]) {
  return parcels.flatMap((parcel) =>
    parcel.lines.flatMap((part) => {
      const open = (order.reports ?? []).some(
        ({ parcel: n, line, state }) =>
          n === parcel.n && line.id === part.id && line.variantId === part.variantId && isOpenReport(state),
      )
      const line = order.lines.find(({ id, variantId }) => id === part.id && variantId === part.variantId)
      return open || !line ? [] : [{ value: `${parcel.n}:${part.id}:${part.variantId}`, parcel, part, line }]
    }),
  )
}

/** The report on an order as it is filled in, and its sending. */
function useReport(order: OrderItem, parcels: readonly Parcel[]) {
  const { t } = useTranslation()
  const mutate = useMutate()
  const [, navigate] = useLocation()
  const { draft, change, forget } = useDraft<Draft>(`report:${order.id}`, blank)
  const [tried, setTried] = useState(false)
  const lines = linesOf(order, parcels)
  const chosen = lines.find(({ value }) => value === draft.line) ?? (lines.length === 1 ? lines[0] : undefined)
  const num = Math.min(draft.num ?? chosen?.part.num ?? 1, chosen?.part.num ?? 1)
  const silent = draft.text.trim() === '' && draft.pictures.length === 0
  const send = async () => {
    setTried(true)
    const { problem, wish, text, pictures } = draft
    if (!chosen || problem === '' || wish === '' || silent) return
    const { parcel, part } = chosen
    const line = { id: part.id, variantId: part.variantId, num }
    const report = { id: order.id, report: crypto.randomUUID(), parcel: parcel.n, line }
    const saved = await mutate(
      'order.report',
      { ...report, problem, wish, text: text.trim(), pictures },
      { text: t('reports.done'), kind: 'good' },
    )
    if (!saved) return
    forget()
    navigate(links.order(order.id), { replace: true })
  }
  const put = (part: Partial<Draft>) => change((now) => ({ ...now, ...part }))
  const show = (next: (files: readonly string[]) => string[]) =>
    change((now) => ({ ...now, pictures: next(now.pictures) }))
  return { draft, put, show, lines, chosen, num, tried, silent, send }
}

/**
 * The form of a report: the line, its problem in words and pictures, and the wish. It is saved at once and sent when
 * possible.
 */
export function ReportForm({ order, parcels }: { order: OrderItem; parcels: readonly Parcel[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { draft, put, show, lines, chosen, num, tried, silent, send } = useReport(order, parcels)
  const choose = t('reports.choose')
  return (
    <Card className={styles.card}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {lines.length === 0 && <Notice>{t('reports.noneHint')}</Notice>}
        <Choices
          legend={t('reports.which')}
          value={chosen?.value ?? ''}
          error={tried && !chosen ? choose : undefined}
          choices={lines.map(({ value, parcel, line }) => ({
            value,
            picture: line,
            label: textIn(line.title, format.locale),
            hint: [
              line.label && textIn(line.label, format.locale),
              parcels.length > 1 && t('reports.parcel', { n: format.number(parcel.n) }),
            ]
              .filter(Boolean)
              .join(' · '),
          }))}
          onChange={(line) => put({ line, num: undefined })}
        />
        {chosen && chosen.part.num > 1 && (
          <div className={styles.pieces}>
            <span>{t('reports.howMany')}</span>
            <Stepper
              label={t('reports.howMany')}
              value={num}
              max={chosen.part.num}
              format={format.number}
              onChange={(pieces) => put({ num: pieces })}
            />
          </div>
        )}
        <Choices
          legend={t('reports.what')}
          value={draft.problem}
          error={tried && draft.problem === '' ? choose : undefined}
          choices={problems.map((value) => ({ value, label: t(`reports.problem.${value}`) }))}
          onChange={(problem) => put({ problem: problem as Problem })}
        />
        <Choices
          legend={t('reports.wish')}
          value={draft.wish}
          error={tried && draft.wish === '' ? choose : undefined}
          choices={wishes.map((value) => ({ value, label: t(`reports.wishes.${value}`) }))}
          onChange={(wish) => put({ wish: wish as ReportWish })}
        />
        <ReportWords
          value={draft.text}
          max={REPORT_TEXT_MAX}
          error={tried && silent ? t('reports.textMissing') : undefined}
          onChange={(text) => put({ text })}
        />
        <PicturePicker files={draft.pictures} most={REPORT_PICTURES_MAX} onChange={show} />
        {chosen && <Held order={order} parcel={chosen.parcel} />}
        <Button type="submit" wide>
          {t('reports.send')}
        </Button>
      </form>
    </Card>
  )
}

/** The effect of a report on the money, and the next step. */
function Held({ order, parcel }: { order: OrderItem; parcel: Parcel }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { currency } = order.due ?? order
  const [key, amount] =
    parcel.receivedAt === null
      ? (['reports.held', order.held ?? 0] as const)
      : (['reports.most', parcel.amount - parcel.refunded] as const)
  return (
    <Notice>
      <p>{t(key, { money: format.money(amount, currency) })}</p>
      <p>{t('reports.next')}</p>
    </Notice>
  )
}

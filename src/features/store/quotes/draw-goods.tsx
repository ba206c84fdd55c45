import Trash2 from 'lucide-react/icons/trash-2'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { ladderPrice } from '#contract/prices/ladder.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Card } from '../../../ui/blocks/card.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import styles from '../answers.module.css'
import centre from '../centre.module.css'
import { OfferLineFields } from './offer-fields.tsx'
import type { ReadGoods, TypedGoods } from './read-draw.ts'

interface DrawGoodsProps {
  typed: TypedGoods
  /** Undefined until it is read. */
  goods: StoreProduct | undefined
  read: ReadGoods
  /** Errors are shown: it was tried to send it. */
  tried: boolean
  onChange(next: (typed: TypedGoods) => TypedGoods): void
  onRemove(): void
}

/** One product of an order: how many pieces of each choice, and what one costs beside the list's price. */
export function DrawGoods({ typed, goods, read, tried, onChange, onRemove }: DrawGoodsProps) {
  const { t } = useTranslation()
  const { locale, number } = useFormat()
  const title = goods ? textIn(goods.title, locale) : ''
  const set = (n: number, more: Partial<TypedGoods['lines'][number]>) =>
    onChange((one) => ({ ...one, lines: one.lines.map((line, i) => (i === n ? { ...line, ...more } : line)) }))
  return (
    <Card className={styles.standing}>
      <div className={styles.drawn}>
        <strong dir="auto">{title}</strong>
        <IconButton icon={<Trash2 />} label={t('asks.drawRemove', { title })} onClick={onRemove} />
      </div>
      {typed.lines.map((line, n) => (
        <Line
          key={line.sku}
          line={line}
          goods={goods}
          read={read.lines[n]!}
          pieces={read.pieces}
          tried={tried && line.num.trim() !== ''}
          onChange={(more) => set(n, more)}
        />
      ))}
      {tried && read.goal !== undefined && (
        <p className={centre.bad} role="alert">
          {t('goods.more', { n: number(read.goal - read.pieces), goal: number(read.goal) })}
        </p>
      )}
    </Card>
  )
}

interface LineProps extends Pick<DrawGoodsProps, 'goods' | 'tried'> {
  line: TypedGoods['lines'][number]
  read: ReadGoods['lines'][number]
  pieces: number
  onChange(more: Partial<TypedGoods['lines'][number]>): void
}

function Line({ line, goods, read, pieces, tried, onChange }: LineProps) {
  const { locale } = useFormat()
  const currency = goods?.currency ?? ''
  const variant = goods?.variants[line.sku]
  const list = goods && ladderPrice(goods.ladder, Math.max(pieces, goods.minimum), variant?.extra)
  return (
    <OfferLineFields
      name={{
        text: variant ? textIn(variant.label, locale) : goods && textIn(goods.title, locale),
        shown: variant !== undefined,
      }}
      {...{ currency, list, line, read, tried, onChange }}
    />
  )
}

import Share2 from 'lucide-react/icons/share-2'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import { links } from '../../links/links.ts'
import { useFormat } from '../format/use-format.ts'
import { useShownMoney } from '../money/use-shown-money.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { useToast } from '../../ui/layers/toast.tsx'

/** Shares a product's name, prices by quantity and link with the device's own sheet; without one, copies them. */
export function ShareButton({ product }: { product: Product }) {
  const { t } = useTranslation()
  const format = useFormat()
  const money = useShownMoney()
  const toast = useToast()
  const share = async () => {
    const title = textIn(product.title, format.locale)
    const prices = product.ladder.map(
      ({ from, price }) =>
        `${t('goods.stepAndUp', { from: format.number(Math.max(from, product.minimum)) })}: ${money(price, product.currency)}`,
    )
    const text = [title, ...new Set(prices)].join('\n')
    const url = new URL(links.goods(product.id), location.origin).href
    try {
      if (navigator.share) return await navigator.share({ title, text, url })
      await navigator.clipboard.writeText(`${text}\n${url}`)
      toast({ text: t('goods.linkCopied'), kind: 'good' })
    } catch {
      // Closed without sharing, or the browser does not allow it: nothing has happened.
    }
  }
  return <IconButton label={t('goods.share')} icon={<Share2 />} onClick={() => void share()} />
}

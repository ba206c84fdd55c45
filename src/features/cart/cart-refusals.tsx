import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/locales.ts'
import { cartRefusals } from '#localdb/queries/cart.ts'
import { links } from '../../app/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useFormat } from '../../parts/use-format.ts'
import { useRefusalText } from '../../parts/use-refusal-text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** What the shop did not accept of the cart, with its reason and the way to the product. */
export function CartRefusals() {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const refusalText = useRefusalText()
  const refusals = useLive(cartRefusals, [], [])
  return refusals.map((r) => (
    <Notice key={r.intentId} tone="bad" action={<ButtonLink kind="quiet" href={links.goods(r.productId)}>{t('cart.look')}</ButtonLink>}>
      {t('cart.refused', { title: r.title ? textIn(r.title, locale) : t('cart.productFallback', { id: r.productId }) })} · {refusalText(r.refusal)}
    </Notice>
  ))
}

import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { refusedOrders, type RefusedOrder } from '#localdb/queries/orders/items.ts'
import { links } from '../../links/links.ts'
import { useCall } from '../../data/use-call.ts'
import { useLive } from '../../data/use-live.ts'
import styles from '../../parts/changes/refused-list.module.css'
import { useRefusalText } from '../../parts/failures/use-failure-text.ts'
import { useFailureToast } from '../../parts/failures/use-failure-toast.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'

const refusedTexts = {
  place: 'orders.refusedPlace',
  cancel: 'orders.refusedCancel',
  receive: 'orders.refusedReceive',
  report: 'orders.refusedReport',
  reply: 'orders.refusedReply',
} as const satisfies Record<RefusedOrder['name'], string>

/** The order changes that the server refused, each with its reason, a link to resolve it and a button to dismiss it. */
export function RefusedOrders({ of = all }: { of?(refused: RefusedOrder): boolean }) {
  return useLive(refusedOrders, [], [])
    .filter(of)
    .map((refused) => <RefusedOrderNotice key={refused.intentId} refused={refused} />)
}

const all = (): boolean => true

function RefusedOrderNotice({ refused: { intentId, id, name, shopName, titles, refusal } }: { refused: RefusedOrder }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const refusalText = useRefusalText()
  const dismiss = useCall('intent.dismiss')
  const failed = useFailureToast()
  const place = name === 'place'
  const shop = shopName ?? t('orders.thisStore')
  const known = titles.flatMap((title) => (title ? [textIn(title, locale)] : []))
  return (
    <Notice tone="bad">
      <p>
        {t(refusedTexts[name], { shop })} · {refusalText(refusal)}
      </p>
      {known.length > 0 && <p dir="auto">{known.join(' · ')}</p>}
      {place && <p>{t('orders.backInCart')}</p>}
      <div className={styles.actions}>
        {place ? (
          <ButtonLink kind="quiet" small href={links.checkout()}>
            {t('orders.orderAgain')}
          </ButtonLink>
        ) : (
          <ButtonLink kind="quiet" small href={links.order(id)}>
            {t('orders.look')}
          </ButtonLink>
        )}
        <Button kind="quiet" small busy={dismiss.busy} onClick={() => void dismiss.call({ intentId }).then(failed)}>
          {t('orders.dismiss')}
        </Button>
      </div>
    </Notice>
  )
}

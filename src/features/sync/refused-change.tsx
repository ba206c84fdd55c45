import { useTranslation } from 'react-i18next'
import type { NeedingChange } from '#localdb/queries/sync.ts'
import { links } from '../../app/links.ts'
import { useCall } from '../../data/use-call.ts'
import { useFailureText } from '../../parts/use-failure-text.ts'
import { useRefusalText } from '../../parts/use-refusal-text.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useToast } from '../../ui/toast.tsx'
import { isRetryable } from './retryable.ts'
import styles from './sync.module.css'

/** Where the thing itself is, with what was typed kept. */
function placeOf({ subject, name }: NeedingChange): string | undefined {
  switch (subject.kind) {
    case 'product': return links.goods(subject.id)
    case 'products': return name.startsWith('cart.') ? links.cart : links.collect
    case 'store': return links.store(subject.id)
    case 'address': return name === 'address.put' ? links.address({ id: subject.id }) : links.addresses()
    // A refused order has never been one: its products are in the cart again.
    case 'order': return name === 'order.place' ? links.checkout() : links.order(subject.id)
    case 'unknown': return undefined
  }
}

/** A change that the shop did not accept, or that can no longer be read: why, and the ways out. */
export function RefusedChange({ change, thing }: { change: NeedingChange; thing: string }) {
  const { t } = useTranslation()
  const toast = useToast()
  const refusalText = useRefusalText()
  const failureText = useFailureText()
  const retry = useCall('intent.retry')
  const dismiss = useCall('intent.dismiss')
  const { intentId, kind, name, refusal, does } = change
  const place = placeOf(change)
  const named = (act: string) => t('sync.of', { act, thing })

  const again = async () => {
    const outcome = await retry.call({ intentId })
    toast(outcome.kind === 'accepted' ? { text: t('sync.said.retried'), kind: 'good' } : { text: failureText(outcome), kind: 'bad' })
  }
  const discard = async () => {
    const outcome = await dismiss.call({ intentId })
    if (outcome.kind === 'accepted') toast({ text: t('sync.said.discarded') })
  }
  return (
    <>
      <Notice tone="bad">{kind === 'unreadable' ? t('sync.unreadable') : refusalText(refusal)}{kind === 'refused' && name === 'order.place' && <> {t('sync.orderRefused')}</>}</Notice>
      <div className={styles.actions}>
        {does.what !== 'unknown' && kind !== 'conflict' && isRetryable(refusal.reason) && <Button kind="secondary" busy={retry.busy} aria-label={named(t('sync.retry'))} onClick={() => void again()}>{t('sync.retry')}</Button>}
        {place && <ButtonLink kind="quiet" href={place}>{t('sync.edit')}</ButtonLink>}
        <Button kind="quiet" busy={dismiss.busy} aria-label={named(t('sync.discard'))} onClick={() => void discard()}>{t('sync.discard')}</Button>
      </div>
    </>
  )
}

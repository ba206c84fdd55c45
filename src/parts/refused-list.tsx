import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/locales.ts'
import { refusedIntents, type Refused } from '#localdb/queries/refused.ts'
import { links } from '../app/links.ts'
import { useCall } from '../data/use-call.ts'
import { useLive } from '../data/use-live.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './refused-list.module.css'
import { useFormat } from './use-format.ts'
import { useRefusalText } from './use-refusal-text.ts'

/** What the shop did not accept, each with its reason, the way to the thing and the way out of sight. `of` narrows it to the cart's. */
export function RefusedList({ of }: { of?: Refused['table'] }) {
  const refused = useLive(refusedIntents, [], [])
  return refused.filter((r) => of === undefined || r.table === of).map((r) => <RefusedNotice key={r.intentId} refused={r} />)
}

function RefusedNotice({ refused: { intentId, table, key, id, title, refusal } }: { refused: Refused }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const refusalText = useRefusalText()
  const dismiss = useCall('intent.dismiss')
  const store = table === 'follows'
  const address = table === 'addresses' || table === 'addressDefault'
  const name = title ? textIn(title, locale) : address ? t('refused.address') : t(store ? 'refused.store' : 'refused.product', { id })
  const there = address ? (table === 'addresses' ? links.address({ id: key }) : links.addresses()) : store ? links.store(id) : links.goods(id)
  return (
    <Notice tone="bad">
      {t('refused.text', { title: name })} · {refusalText(refusal)}
      <div className={styles.actions}>
        <ButtonLink kind="quiet" small href={there}>{t('refused.look')}</ButtonLink>
        <Button kind="quiet" small busy={dismiss.busy} onClick={() => void dismiss.call({ intentId })}>{t('refused.dismiss')}</Button>
      </div>
    </Notice>
  )
}

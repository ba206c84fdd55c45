import Copy from 'lucide-react/icons/copy'
import { useTranslation } from 'react-i18next'
import type { MerchantApplication } from '#contract/sync/schema-rows.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Card, Section } from '../../ui/blocks/card.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import styles from './merchant.module.css'
import { invitedLink } from './merchant-links.ts'

/** A merchant's store: its page, the code by which it invites others to sell here, and who came through it. */
export function MerchantStore({ store }: { store: NonNullable<MerchantApplication['store']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(invitedLink(store.code), location.origin).href)
      toast({ text: t('merchant.codeCopied'), kind: 'good' })
    } catch {
      // The browser does not allow it: the code stands there to be written down.
    }
  }
  return (
    <Section title={t('merchant.invite')}>
      <Card className={styles.fields}>
        <p className={styles.soft}>{t('merchant.inviteHint')}</p>
        <p className={styles.line}>
          <span className={styles.inviteCode} dir="ltr">
            {store.code.replace(/^(.{4})/, '$1-')}
          </span>
          <IconButton label={t('merchant.copyCode')} icon={<Copy />} onClick={() => void copy()} />
        </p>
        {store.invited.length > 0 && (
          <>
            <p className={styles.label}>{t('merchant.joined', { n: format.number(store.invited.length) })}</p>
            <ul className={styles.joined}>
              {store.invited.map((one) => (
                <li key={`${one.name} ${one.at}`}>
                  <bdi>{one.name}</bdi>
                  <span className={styles.soft}>
                    <RelativeTime at={one.at} />
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Card>
    </Section>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sheetEnded } from '#contract/line-sheets/rules.ts'
import { sheetLinks, type SheetLink } from '#localdb/queries/line-sheets.ts'
import { links } from '../../../links/links.ts'
import { useStoreLive, useStoreMutate } from '../../../data/stores/use-store.ts'
import { CopyText } from '../../../parts/format/copy-text.tsx'
import { SyncMark } from '../../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { exactTime, useNow } from '../../../ui/time.tsx'
import styles from '../centre.module.css'

/** The private links of the store: each can be copied, and revoked. */
export function SheetLinks() {
  const { t } = useTranslation()
  const made = useStoreLive(sheetLinks)
  const [revoking, setRevoking] = useState<SheetLink>()
  if (!made) return null
  return (
    <Section title={t('lineSheet.links')}>
      <div className={styles.stack}>
        <p className={styles.soft}>{t(made.length > 0 ? 'lineSheet.linksHint' : 'lineSheet.noLinks')}</p>
        {made.map((sheet) => (
          <Link key={sheet.id} sheet={sheet} revoke={() => setRevoking(sheet)} />
        ))}
        {revoking && <Revoke sheet={revoking} close={() => setRevoking(undefined)} />}
      </div>
    </Section>
  )
}

function Link({ sheet, revoke }: { sheet: SheetLink; revoke(): void }) {
  const { t } = useTranslation()
  const { number, locale } = useFormat()
  const now = useNow()
  const { id, title, goods, until, unsent } = sheet
  const time = until === null ? '' : exactTime(until, locale)
  const ended = now !== undefined && sheetEnded(sheet, now)
  return (
    <Card>
      <article className={styles.sheetLink} aria-label={title}>
        <strong dir="auto">{title}</strong>
        <span className={styles.soft}>
          {t('lineSheet.products', { count: goods, n: number(goods) })} ·{' '}
          {until === null ? t('lineSheet.noEnd') : t(ended ? 'lineSheet.ended' : 'lineSheet.ends', { time })}
        </span>
        {unsent && (
          <span className={styles.soft}>
            <SyncMark /> {t('lineSheet.unsent')}
          </span>
        )}
        {!ended && (
          <CopyText
            text={new URL(links.lineSheet(id), location.origin).href}
            label={t('lineSheet.copyOf', { title })}
            copied={t('lineSheet.copied')}
          />
        )}
        <Button kind="quiet" small aria-label={t('lineSheet.revokeOf', { title })} onClick={revoke}>
          {t('lineSheet.revoke')}
        </Button>
      </article>
    </Card>
  )
}

/** Asks before a link is revoked: others have it already. */
function Revoke({ sheet: { id }, close }: { sheet: SheetLink; close(): void }) {
  const { t } = useTranslation()
  const mutate = useStoreMutate()
  const end = async () => {
    if (await mutate('sheet.end', { id }, { text: t('lineSheet.revoked'), kind: 'good' })) close()
  }
  return (
    <Sheet
      open
      onClose={close}
      title={t('lineSheet.revokeSure')}
      footer={
        <Button kind="danger" wide onClick={() => void end()}>
          {t('lineSheet.revoke')}
        </Button>
      }
    >
      <p>{t('lineSheet.revokeText')}</p>
    </Sheet>
  )
}

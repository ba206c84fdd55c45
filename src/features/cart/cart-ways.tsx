import ClipboardList from 'lucide-react/icons/clipboard-list'
import ListChecks from 'lucide-react/icons/list-checks'
import { useTranslation } from 'react-i18next'
import type { CartLine } from '#contract/sync/schema-rows.ts'
import { links } from '../../links/links.ts'
import { AddToList } from '../../parts/own-lists/add-to-list.tsx'
import { ButtonLink } from '../../ui/controls/button.tsx'
import styles from './cart.module.css'

/** Ways that fill a cart at once, and keep what is in it for the next time. */
export function CartWays({ lines }: { lines: readonly CartLine[] }) {
  const { t } = useTranslation()
  return (
    <div className={styles.ways}>
      <ButtonLink kind="quiet" icon={<ClipboardList />} href={links.pad}>
        {t('app.quickOrder')}
      </ButtonLink>
      <ButtonLink kind="quiet" icon={<ListChecks />} href={links.ownLists}>
        {t('mine.lists')}
      </ButtonLink>
      {lines.length > 0 && <AddToList lines={lines} />}
    </div>
  )
}

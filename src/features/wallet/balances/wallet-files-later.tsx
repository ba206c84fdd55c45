import Download from 'lucide-react/icons/download'
import { useTranslation } from 'react-i18next'
import type { AccountPosting } from '#localdb/queries/wallet.ts'
import { saveFile } from '../../../data/save-file.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { postingsAsJson, postingsAsTable } from './postings-file.ts'
import styles from '../wallet.module.css'

/** Saves the history of a person's account as files. */
export function PostingFiles({ postings }: { postings: readonly AccountPosting[] }) {
  const { t } = useTranslation()
  return (
    <div className={styles.files}>
      <Button
        kind="secondary"
        small
        icon={<Download />}
        onClick={() => saveFile('wallet.csv', postingsAsTable(postings), 'text/csv')}
      >
        {t('wallet.table')}
      </Button>
      <Button
        kind="secondary"
        small
        icon={<Download />}
        onClick={() => saveFile('wallet.json', postingsAsJson(postings), 'application/json')}
      >
        {t('wallet.json')}
      </Button>
    </div>
  )
}

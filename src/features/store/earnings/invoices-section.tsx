import Download from 'lucide-react/icons/download'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Invoice } from '#contract/sync/schema-rows.ts'
import { papersBetween } from '#localdb/queries/invoices.ts'
import { links } from '../../../links/links.ts'
import { saveFile } from '../../../data/save-file.ts'
import { useStoreLive, useStoreRead } from '../../../data/stores/use-store.ts'
import { useStoreParam } from '../../../parts/stores/open-desk.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { utcTime } from '../../../parts/format/utc-time.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import type { Days } from './earnings-days.ts'
import { invoicesFile } from './invoices-file.ts'
import styles from '../orders/sales.module.css'

const A_PAGE = 40

/** The invoices and credit notes of a period, the newest first, and all of them as a file; nothing without any. */
export function InvoicesSection({ days, from, until }: Days) {
  const { t } = useTranslation()
  const { money, locale } = useFormat()
  const at = useStoreParam()
  const [most, setMost] = useState(A_PAGE)
  const query = useMemo(() => papersBetween(from, until), [from, until])
  const papers = useStoreLive(query)
  if (!papers || papers.length === 0) return null
  const newest = papers.toReversed()
  const kindText = (row: Invoice): string => t(row.kind === 'invoice' ? 'papers.invoice' : 'papers.creditNote')
  return (
    <Section title={t('earnings.papers')}>
      <FileButton query={query} name={`invoices-${days[0]}-${days.at(-1)}.csv`} />
      <List label={t('earnings.papers')}>
        {newest.slice(0, most).map((row) => (
          <ListRow
            key={row.id}
            title={<bdi dir="ltr">{row.number}</bdi>}
            text={`${kindText(row)} · ${utcTime(row.at, locale)}`}
            end={money(row.kind === 'invoice' ? row.total : -row.total, row.currency)}
            href={links.salePapers('invoice', [row.orderId], at)}
          />
        ))}
      </List>
      {newest.length > most && (
        <Button kind="secondary" onClick={() => setMost(most + A_PAGE)}>
          {t('orders.showMore')}
        </Button>
      )}
    </Section>
  )
}

function FileButton({ query, name }: { query: ReturnType<typeof papersBetween>; name: string }) {
  const { t } = useTranslation()
  const read = useStoreRead('invoices')
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveFile(name, invoicesFile(await read(query)), 'text/csv')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="secondary" small className={styles.file} icon={<Download />} busy={busy} onClick={() => void save()}>
      {t('earnings.papersFile')}
    </Button>
  )
}

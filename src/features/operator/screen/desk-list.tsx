import { useTranslation } from 'react-i18next'
import { links } from '../../../links/links.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { DeskWaiting } from './desk-waiting.tsx'
import type { desks as all } from './desks.ts'
import styles from '../operator.module.css'

/** The desks that somebody may open, with what waits at each; `lost`: the one of the address is not among them. */
export function DeskList({
  desks,
  counts,
  until,
  lost,
}: {
  desks: readonly (typeof all)[number][]
  counts: ReadonlyMap<string, number>
  until: number | null
  lost: boolean
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <div className={styles.stack}>
      {lost && <Notice tone="warn">{t('operator.noDesk')}</Notice>}
      {desks.length === 0 && <Notice>{t('operator.noDesks')}</Notice>}
      {desks.length > 0 && (
        <List label={t('titles.operator')}>
          {desks.map(({ path, title }) => (
            <ListRow
              key={path}
              title={t(`desks.${title}`)}
              text={t(`deskTexts.${title}`)}
              end={<DeskWaiting count={counts.get(path) ?? 0} />}
              href={links.operator(path)}
            />
          ))}
        </List>
      )}
      {until !== null && <p className={styles.soft}>{t('operator.until', { time: exactTime(until, language) })}</p>}
    </div>
  )
}

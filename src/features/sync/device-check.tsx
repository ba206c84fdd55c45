import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyReport } from './copy-report.tsx'
import styles from './sync.module.css'
import { useDeviceCheck, type CheckResult } from './use-device-check.ts'

/**
 * Checks whether everything stored here fits together, lists what does not, and repairs what can be repaired without
 * loss.
 */
export function DeviceCheck() {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const { result, failure, progress, run } = useDeviceCheck()
  const busy = progress !== undefined
  const repairable = result?.wrong.some((w) => w.repairable) ?? false
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t('sync.check.title')}</h2>
      <p className={styles.soft}>{t('sync.check.text')}</p>
      {busy && <progress className={styles.progress} aria-label={t('sync.check.going')} max={1} value={progress} />}
      <div role="status" className={styles.section}>
        {busy ? (
          <p>{t('sync.check.going')}</p>
        ) : failure ? (
          <p className={styles.warn}>{failureText(failure)}</p>
        ) : (
          result && <Found result={result} />
        )}
      </div>
      <div className={styles.actions}>
        {repairable && (
          <Button busy={busy} onClick={() => void run(true)}>
            {t('sync.check.mend')}
          </Button>
        )}
        <Button kind="secondary" busy={busy && !repairable} onClick={() => void run(false)}>
          {t(result ? 'sync.check.again' : 'sync.check.start')}
        </Button>
        {result && !busy && <CopyReport result={result} />}
      </div>
    </section>
  )
}

function Found({ result }: { result: CheckResult }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { wrong } = result
  const looked = t('sync.check.looked', {
    rows: t('sync.check.rows', { count: result.rows, n: number(result.rows) }),
    changes: t('sync.check.changes', { count: result.intents, n: number(result.intents) }),
  })
  if (wrong.length === 0)
    return (
      <p className={styles.aside}>
        <CircleCheck />
        <span>
          {result.mended && `${t('sync.check.mended')} `}
          {t('sync.check.fits', { looked })}
        </span>
      </p>
    )
  const groups = new Map<string, typeof wrong>()
  for (const one of wrong)
    groups.set(`${one.table} ${one.what}`, [...(groups.get(`${one.table} ${one.what}`) ?? []), one])
  return (
    <>
      <p className={styles.why}>
        <CircleAlert />
        <span>{t('sync.check.fitsNot', { looked, n: number(wrong.length) })}</span>
      </p>
      <ul className={styles.list} aria-label={t('sync.check.wrongList')}>
        {[...groups].map(([key, [first, ...others]]) => (
          <li key={key} className={styles.change}>
            <h3 className={styles.title}>
              {t('sync.check.where', { table: t(`sync.check.tables.${first!.table}`), n: number(others.length + 1) })}
            </h3>
            <p className={styles.soft}>{t(`sync.check.wrong.${first!.what}`)}</p>
          </li>
        ))}
      </ul>
      {!wrong.some((w) => w.repairable) && <p className={styles.soft}>{t('sync.check.notMendable')}</p>}
    </>
  )
}

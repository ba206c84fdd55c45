import { useTranslation } from 'react-i18next'
import { chooseSaver, useSaver } from '../../data/device/saver.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import styles from './setting.module.css'

/** Whether this device saves data; on by itself where the browser asks for it. */
export function SaverRow() {
  const { t } = useTranslation()
  return (
    <li className={styles.saver}>
      <Checkbox checked={useSaver()} onChange={(on) => void chooseSaver(on)} label={t('settings.saver')} />
      <p className={styles.hint}>{t('settings.saverHint')}</p>
    </li>
  )
}

import { useTranslation } from 'react-i18next'
import { Sheet } from '../../ui/layers/sheet.tsx'
import styles from './key-help.module.css'
import { placeKeys } from './shortcuts.ts'

/** The shortcuts of the keyboard. */
export function KeyHelp({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation()
  const keys: [keys: string[], what: string][] = [
    [['/'], t('titles.search')],
    ...placeKeys.map((key): [string[], string] => [['g', key], t(`frame.keys.${key}`)]),
    [['?'], t('frame.shortcuts')],
  ]
  return (
    <Sheet open={open} onClose={onClose} title={t('frame.shortcuts')}>
      <dl className={styles.keys}>
        {keys.map(([pressed, what]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd dir="ltr">
              {pressed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}

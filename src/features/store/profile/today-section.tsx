import { useTranslation } from 'react-i18next'
import { useAsked } from '../../../data/use-asked.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useStore } from '../../../parts/stores/open-desk.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { exactTime } from '../../../ui/time.tsx'
import styles from '../centre.module.css'

/** Shows the changes that the store may still make today, and when the next day begins. */
export function TodaySection() {
  const { t } = useTranslation()
  const format = useFormat()
  const language = useLanguage()
  const { data } = useAsked('store.day', { store: useStore().uid })
  if (!data) return null
  const { left, most, renewsAt } = data
  return (
    <Section title={t('centre.today')}>
      <Card>
        <div className={styles.form}>
          <p>{t('centre.changesLeft', { left: format.number(left), most: format.number(most) })}</p>
          <p className={styles.soft}>{t('centre.changesRenew', { time: exactTime(renewsAt, language) })}</p>
        </div>
      </Card>
    </Section>
  )
}

import Check from 'lucide-react/icons/check'
import { useTranslation } from 'react-i18next'
import { locales, type Locale } from '#contract/text/locales.ts'
import { chooseLanguage } from '../../data/texts/i18n.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { List, ListRow } from '../../ui/blocks/list.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import styles from './lang.module.css'

/** The languages, each by its own name; a choice takes effect at once and is kept on this device. */
export function LangScreen() {
  const { t, i18n } = useTranslation()
  const toast = useToast()
  const choose = ({ code, name }: Locale): Promise<void> =>
    chooseLanguage(i18n, code).catch(() => toast({ text: t('language.absent', { language: name }), kind: 'bad' }))
  return (
    <Screen width="narrow">
      <List label={t('language.choose')}>
        {locales.map((locale) => (
          <ListRow
            key={locale.code}
            icon={
              <span lang={locale.code} className={styles.icon}>
                {locale.icon}
              </span>
            }
            title={
              <span lang={locale.code} dir={locale.dir}>
                {locale.name}
              </span>
            }
            current={locale.code === i18n.language}
            end={locale.code === i18n.language && <Check aria-hidden="true" />}
            onPress={() => void choose(locale)}
          />
        ))}
      </List>
    </Screen>
  )
}

import Check from 'lucide-react/icons/check'
import { useTranslation } from 'react-i18next'
import { locales } from '#contract/locales.ts'
import { useLanguage } from '../../data/use-language.ts'
import { Screen } from '../../parts/screen.tsx'
import { List, ListRow } from '../../ui/list.tsx'

/** The languages, each by its own name; a choice takes effect at once and is kept on this device. */
export function LangScreen() {
  const { t } = useTranslation()
  const { language, choose } = useLanguage()
  return (
    <Screen width="narrow">
      <List label={t('language.choose')}>
        {locales.map((locale) => (
          <ListRow
            key={locale.code}
            title={
              <span lang={locale.code} dir={locale.dir}>
                {locale.name}
              </span>
            }
            current={locale.code === language}
            end={locale.code === language && <Check aria-hidden="true" />}
            onPress={() => void choose(locale.code)}
          />
        ))}
      </List>
    </Screen>
  )
}

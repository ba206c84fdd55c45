import Check from 'lucide-react/icons/check'
import Moon from 'lucide-react/icons/moon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseTheme, shownTheme, type Theme } from '../../data/device/theme.ts'
import { useTakenOver } from '../../ui/taken-over.ts'
import { List, ListRow } from '../../ui/blocks/list.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'

const themes: readonly Theme[] = ['system', 'light', 'dark']

/** Light, dark, or as the device is; kept on this device. */
export function ThemeRow() {
  const { t } = useTranslation()
  const here = useTakenOver()
  const [chosen, setChosen] = useState<Theme>()
  const [open, setOpen] = useState(false)
  const theme = chosen ?? (here ? shownTheme() : 'system')
  const choose = (one: Theme): void => {
    setChosen(one)
    setOpen(false)
    void chooseTheme(one)
  }
  return (
    <ListRow
      icon={<Moon />}
      title={t('settings.appearance')}
      end={t(`settings.themes.${theme}`)}
      onPress={() => setOpen(true)}
    >
      <Sheet open={open} onClose={() => setOpen(false)} title={t('settings.appearance')}>
        <List label={t('settings.appearance')}>
          {themes.map((one) => (
            <ListRow
              key={one}
              title={t(`settings.themes.${one}`)}
              current={one === theme}
              end={one === theme && <Check aria-hidden="true" />}
              onPress={() => choose(one)}
            />
          ))}
        </List>
      </Sheet>
    </ListRow>
  )
}

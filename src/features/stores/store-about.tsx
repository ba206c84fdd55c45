import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn, type Texts } from '#contract/text/locales.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import styles from './stores.module.css'

/** Longer descriptions (characters) are folded: the store's goods stand below. */
const SHORT = 160

/** A store's description; a long one is folded until it is opened. */
export function StoreAbout({ description }: { description: Texts }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const [open, setOpen] = useState(false)
  const text = textIn(description, locale)
  if (text === '') return null
  const long = text.length > SHORT
  return (
    <div className={styles.about}>
      <p className={cx(styles.says, long && !open && styles.begun)} dir="auto">
        {text}
      </p>
      {long && (
        <Button kind="quiet" small aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'ui.less' : 'ui.more')}
        </Button>
      )}
    </div>
  )
}

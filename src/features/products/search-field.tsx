import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './products.module.css'

/** Typing is followed at this pace. */
const PAUSE_MS = 200

/** Narrows the list to products on this device by words of their titles. An empty text means that searching was asked for: the field takes the focus. */
export function SearchField({ value, onChange }: { value: string | undefined; onChange(text: string | undefined): void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value ?? '')
  const change = useRef(onChange)
  change.current = onChange
  const asked = useRef(value === '')

  useEffect(() => {
    if (asked.current) input.current?.focus()
  }, [])
  useEffect(() => {
    const next = text.trim() === '' ? undefined : text
    if (next === (value || undefined)) return
    const timer = setTimeout(() => change.current(next), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, value])

  return (
    <form role="search" className={styles.search} onSubmit={(e) => { e.preventDefault(); input.current?.blur() }}>
      <Search />
      <input
        ref={input}
        type="search"
        data-focus-first={asked.current || undefined}
        dir={text ? 'auto' : undefined}
        className={styles.input}
        aria-label={t('products.search')}
        placeholder={t('products.searchHint')}
        enterKeyHint="search"
        autoComplete="off"
        value={text}
        onChange={(e) => setText(e.target.value)}
      />
      {text && <IconButton label={t('products.clearSearch')} icon={<X />} onClick={() => { setText(''); input.current?.focus() }} />}
    </form>
  )
}

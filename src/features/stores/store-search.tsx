import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QUERY_MAX } from '#contract/wire/limits.ts'
import { cleanText } from '#contract/search/clean-text.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import styles from './stores.module.css'

/** The pause after a letter before the search starts (ms). */
const PAUSE = 300

/** Searches within one store: the device's products answer while the person types, the server's after them. */
export function StoreSearch({
  name,
  value,
  onSearch,
}: {
  name: string
  value: string | undefined
  onSearch(find: string | undefined): void
}) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value ?? '')
  const search = useEffectEvent(onSearch)
  const searched = useRef(value)

  useEffect(() => {
    // The search was cleared elsewhere, by "Show all its products".
    if (value !== searched.current) setText(value ?? '')
    searched.current = value
  }, [value])
  useEffect(() => {
    const next = cleanText(text) || undefined
    if (next === searched.current) return
    const timer = setTimeout(() => {
      searched.current = next
      search(next)
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(e) => {
        e.preventDefault()
        input.current?.blur()
      }}
    >
      <Search aria-hidden="true" />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={QUERY_MAX}
        dir={text ? 'auto' : undefined}
        className={styles.input}
        aria-label={t('store.searchIn', { name })}
        placeholder={t('store.search')}
        value={text}
        onChange={(e) => setText(e.target.value)}
      />
      {text && (
        <IconButton
          label={t('store.clearSearch')}
          icon={<X />}
          onClick={() => {
            setText('')
            input.current?.focus()
          }}
        />
      )}
    </form>
  )
}

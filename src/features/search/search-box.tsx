import History from 'lucide-react/icons/history'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Search from 'lucide-react/icons/search'
import Store from 'lucide-react/icons/store'
import X from 'lucide-react/icons/x'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { QUERY_MAX } from '#contract/wire/limits.ts'
import { later } from '../../data/loading/later.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { useOptions } from '../../ui/controls/use-options.ts'
import styles from './search.module.css'
import type { Suggestion } from './suggestion.ts'

const Suggesting = later('suggestions', async () => (await import('./suggestions-later.tsx')).Suggesting)

const icons: Record<Suggestion['kind'], React.ReactNode> = {
  typed: <Search />,
  history: <History />,
  words: <Search />,
  category: <LayoutGrid />,
  store: <Store />,
}

const none: readonly Suggestion[] = []

/** The search field with its suggestions. Without an initial text it takes the focus when the screen opens. */
export function SearchBox({ value, onSearch }: { value: string; onSearch(text: string): void }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [open, setOpen] = useState(false)
  const [found, setFound] = useState<Suggestion[]>([])
  const suggestions = open ? found : none
  const go = (s: Suggestion) => {
    if ('href' in s) return navigate(s.href)
    setText(s.text)
    onSearch(s.text)
  }
  const options = useOptions({ shown: suggestions, open, setOpen, onChoose: go })
  useEffect(() => {
    if (!value) input.current?.focus({ preventScroll: true })
  }, [value])

  return (
    <form
      role="search"
      onSubmit={(e) => {
        e.preventDefault()
        options.close()
        input.current?.blur()
        onSearch(text)
      }}
    >
      <div className={styles.box}>
        <Search aria-hidden="true" />
        <input
          ref={input}
          {...options.field}
          data-focus-first={value ? undefined : true}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoCapitalize="none"
          dir={text ? 'auto' : undefined}
          className={styles.input}
          aria-label={t('search.field')}
          placeholder={t('search.hint')}
          maxLength={QUERY_MAX}
          value={text}
          onChange={(e) => {
            setText(e.target.value)
            setOpen(true)
            options.reset()
          }}
          onClick={() => setOpen(text === '' ? value !== '' : open)}
          onBlur={options.close}
        />
        {text && (
          <IconButton
            label={t('search.clear')}
            icon={<X />}
            onClick={() => {
              setText('')
              setOpen(value !== '')
              input.current?.focus()
            }}
          />
        )}
      </div>
      {open && (
        <Suspense fallback={null}>
          <Suggesting typed={text} onFound={setFound} />
        </Suspense>
      )}
      <Suggestions shown={suggestions} options={options} />
      <span className="visually-hidden" aria-live="polite">
        {open && suggestions.length > 0 ? t('search.suggestionCount', { count: suggestions.length }) : ''}
      </span>
    </form>
  )
}

interface SuggestionsProps {
  shown: readonly Suggestion[]
  options: ReturnType<typeof useOptions<Suggestion>>
}

/** The suggestions, as a list under the field. */
function Suggestions({ shown, options }: SuggestionsProps) {
  const { t } = useTranslation()
  const notes: Record<Suggestion['kind'], string | undefined> = {
    typed: undefined,
    history: undefined,
    words: undefined,
    category: t('search.category'),
    store: t('search.store'),
  }
  return (
    <div {...options.list} aria-label={t('search.suggestions')} className={styles.options}>
      {shown.map((s, n) => (
        <div key={s.key} {...options.option(s, n)} className={cx(styles.option, n === options.at && styles.active)}>
          {icons[s.kind]}
          <bdi className={styles.optionText}>
            {s.kind === 'typed' ? t('search.searchFor', { text: s.text }) : s.text}
          </bdi>
          {notes[s.kind] && <span className={styles.note}>{notes[s.kind]}</span>}
        </div>
      ))}
    </div>
  )
}

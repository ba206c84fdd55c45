import { useEffect, useEffectEvent } from 'react'
import { links } from '../../links/links.ts'
import { navigate } from '../navigation.ts'
import { createShortcuts } from './shortcuts.ts'

const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog'

/** Follows the shortcuts of the keyboard, except while something is typed or a sheet is open. */
export function useShortcuts(onHelp: () => void): void {
  const help = useEffectEvent(onHelp)
  useEffect(() => {
    const actOf = createShortcuts()
    const follow = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || (event.target as Element).closest?.(FIELDS)) return
      if (document.querySelector('dialog[open]')) return
      const held = event.ctrlKey || event.metaKey || event.altKey
      const act = actOf({ key: event.key, code: event.code, held, at: event.timeStamp })
      if (!act) return
      event.preventDefault()
      if (act === 'help') return help()
      const field = document.querySelector<HTMLElement>('main [role=search] input')
      if (act === 'search' && field) return field.focus()
      navigate(act === 'search' ? links.search() : act.to)
    }
    addEventListener('keydown', follow)
    return () => removeEventListener('keydown', follow)
  }, [])
}

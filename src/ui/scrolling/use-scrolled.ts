import { useEffect, useState } from 'react'

const SCROLLED_PX = 8

/**
 * Whether somebody has scrolled down since `what` is on the page, and is not back at the top: rows that they read must
 * not change under their eyes.
 */
export function useScrolled(what: string): boolean {
  const [seen, setSeen] = useState({ what, down: false })
  useEffect(() => {
    const look = () => {
      const down = scrollY > SCROLLED_PX
      setSeen((was) => (was.what === what && was.down === down ? was : { what, down }))
    }
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [what])
  return seen.what === what && seen.down
}

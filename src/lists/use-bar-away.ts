import { useEffect } from 'react'

/** Said of the whole page while the bar is away; list-head.module.css reads it. */
const AWAY = 'data-bar-away'
/** A smaller movement of the thumb has no direction. */
const TURN_PX = 12
/** So far from the top the bar always stands. */
const STANDS_PX = 160

/** Takes the bar away while somebody scrolls down, and brings it back as soon as they scroll up. */
export function useBarAway(): void {
  useEffect(() => {
    const root = document.documentElement
    let last = scrollY
    const look = () => {
      const moved = scrollY - last
      if (Math.abs(moved) < TURN_PX && scrollY > STANDS_PX) return
      last = scrollY
      root.toggleAttribute(AWAY, moved > 0 && scrollY > STANDS_PX)
    }
    addEventListener('scroll', look, { passive: true })
    return () => {
      removeEventListener('scroll', look)
      root.removeAttribute(AWAY)
    }
  }, [])
}

import { useEffect } from 'react'

/** Said of the whole page once it is scrolled; goods.module.css reads it. */
const SCROLLED = 'data-scrolled'

/** Tells whether the page is scrolled further than so many pixels, without rendering anything anew. */
export function useScrolledPast(px: number): void {
  useEffect(() => {
    const look = () => document.documentElement.toggleAttribute(SCROLLED, scrollY > px)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => {
      removeEventListener('scroll', look)
      document.documentElement.removeAttribute(SCROLLED)
    }
  }, [px])
}

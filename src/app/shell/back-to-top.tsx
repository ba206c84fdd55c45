import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import styles from './back-to-top.module.css'

/** The button appears further down than this many window heights. */
const FAR = 2

/** The way back to the top of a long screen, once one is far down. */
export function BackToTop() {
  const { t } = useTranslation()
  const [far, setFar] = useState(false)
  useEffect(() => {
    const look = () => setFar(scrollY > FAR * innerHeight)
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  if (!far) return null
  const up = () => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' })
    document.querySelector('h1')?.focus({ preventScroll: true })
  }
  return <IconButton className={styles.top} label={t('frame.top')} icon={<ArrowUp />} onClick={up} />
}

import { generate } from 'lean-qr'
import styles from './qr-code.module.css'

/** The margin that readers need around a code (modules). */
const MARGIN = 4

/** A text as a code to scan: dark on light in both themes, since many readers see no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text)
  const rows = Array.from({ length: code.size }, (_, y) =>
    Array.from({ length: code.size }, (_, x) => (code.get(x, y) ? `M${x} ${y}h1v1h-1z` : '')).join(''),
  )
  const size = code.size + 2 * MARGIN
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-MARGIN} ${-MARGIN} ${size} ${size}`}
      shapeRendering="crispEdges"
      className={styles.code}
    >
      <path d={`M${-MARGIN} ${-MARGIN}h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={rows.join('')} fill="#000" />
    </svg>
  )
}

import type { ReactNode } from 'react'
import styles from './account.module.css'

/** The way in: the caravan in its desert, a word of welcome, and the form beneath; beside it where there is room. */
export function Welcome({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={styles.welcome}>
      <div className={styles.scene}>
        <svg viewBox="0 0 360 140" aria-hidden="true" preserveAspectRatio="xMidYMax slice" className={styles.drawing}>
          <circle cx="268" cy="52" r="24" className={styles.sun} />
          <path d="M0 104C70 74 128 82 196 98s112 6 164-20v62H0z" className={styles.far} />
          <path d="M0 122c64-22 122-12 184-2s120 8 176-12v32H0z" className={styles.near} />
          {[64, 128, 192].map((x, n) => (
            <path
              key={x}
              className={styles.camel}
              transform={`translate(${x} ${[84, 80, 86][n]}) scale(.105)`}
              d="M122 400V306c0-36 20-48 40-90 16-34 48-34 64 0 10 22 24 22 34 0 16-34 48-34 64 0 12 26 26 38 44 16l24-42 40 10M190 400v-74h72v74M330 400v-88c0-22 10-36 26-56"
            />
          ))}
        </svg>
        <p className={styles.hello}>{title}</p>
        <p className={styles.helloText}>{text}</p>
      </div>
      <div className={styles.entry}>{children}</div>
    </div>
  )
}

import { useState, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './picture.module.css'

/** A picture in one width (px): the address to ask for, and the one of a form that every browser knows. */
export interface PictureSource {
  src: string
  plain: string
  width: number
}

export type PicturePriority = 'high' | 'auto' | 'lazy'

interface PictureProps {
  /** The same picture in its sizes, smallest first. */
  sources: readonly PictureSource[]
  /** The alternative text; empty when the words beside the picture say it. */
  alt: string
  /** The colour shown while it loads. */
  tint?: string | undefined
  /**
   * CSS `sizes`: the width at which it is shown. Not `auto`: a picture that is hidden for a moment, by a dialog or the
   * next screen, would be asked for again in the width of the window.
   */
  sizes: string
  /**
   * When it is asked for: `high` before all others (what the screen is about), `auto` at once (in sight on a phone
   * before it is scrolled), else when it comes near, which browsers do at a low priority until it is in sight.
   */
  priority?: PicturePriority | undefined
  /** The address of a size that is here, seen while the right one loads. */
  under?: string | undefined
  /** Gives the picture that shows `under` already, out of a screen that has gone. */
  handOver?: ((under: string) => HTMLImageElement | undefined) | undefined
  className?: string | undefined
  /** Shown when no size can be loaded. */
  fallback?: ReactNode
}

/**
 * A square picture that never moves the page. If the size that the browser chose cannot be loaded (offline) or
 * read, all sizes are tried in their plain form, largest first: one of them may be on the device.
 */
export function PictureView({
  sources,
  alt,
  tint,
  sizes,
  priority = 'lazy',
  under,
  handOver,
  className,
  fallback,
}: PictureProps) {
  const identity = sources[0]?.src ?? ''
  const [state, setState] = useState({ identity, failures: 0 })
  const now = state.identity === identity ? state : { identity, failures: 0 }
  const failed = () => setState({ identity, failures: now.failures + 1 })
  // First the browser's own choice, then each size by itself.
  const others = sources.toReversed()
  const single = now.failures > 0 ? others[now.failures - 1] : undefined
  const missing = identity === '' || now.failures > others.length
  return (
    <span className={cx(styles.frame, className)}>
      {/* An attribute, not a style: a document of the server may hold none (its content security policy). */}
      {tint && (
        <svg aria-hidden="true" fill={tint} viewBox="0 0 1 1" preserveAspectRatio="none" className={styles.tint}>
          <path d="M0 0h1v1H0z" />
        </svg>
      )}
      {under && !missing && (
        <span
          key={under}
          className={styles.under}
          ref={(place) => {
            if (!place || place.firstChild) return
            const image = handOver?.(under) ?? Object.assign(new Image(), { src: under, alt: '' })
            image.className = styles.image!
            place.append(image)
          }}
        />
      )}
      {missing ? (
        <span
          className={cx(styles.fallback, tint && styles.onTint)}
          {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
        >
          {fallback}
        </span>
      ) : (
        <img
          key={now.failures}
          alt={alt}
          width={400}
          height={400}
          decoding="async"
          loading={priority === 'lazy' ? 'lazy' : 'eager'}
          fetchPriority={priority === 'high' ? 'high' : undefined}
          sizes={sizes}
          {...(single
            ? { src: single.plain }
            : { srcSet: sources.map((s) => `${s.src} ${s.width}w`).join(', '), src: others[0]!.src })}
          className={styles.image}
          // A picture of the document that failed before React fires no event any more.
          ref={(img) => {
            if (img?.complete && img.naturalWidth === 0 && img.currentSrc !== '') failed()
          }}
          onError={failed}
        />
      )}
    </span>
  )
}

import { useEffect, useEffectEvent, useRef, useState, type Key, type ReactNode } from 'react'
import { RecentMap } from '../recent-map.ts'
import { remember, rememberedHere } from './scroll-memory.ts'
import styles from './virtual-list.module.css'

interface VirtualListProps<T> {
  items: readonly T[]
  itemKey(item: T): Key
  render(item: T, index: number): ReactNode
  /** Names the list, for assistive technology. */
  label: string
  /**
   * Names this list and its filters. Measured heights are remembered under it, so that Back finds its place at once,
   * also after a reload.
   */
  memory: string
  /** Expected height of one item in pixels, until it has been measured. */
  estimate: number
  /**
   * `grid`: cards in as many columns as fit (2, 3, 5 or 6); `rows`: one below the other, from 44 rem on in two columns;
   * `wide`: cards that want 20 rem each; `table`: one below the other at any width.
   */
  layout: 'grid' | 'rows' | 'wide' | 'table'
  /** The number of items that come into the document together: fewer where a single item is large. */
  chunk?: number
  /** Called when the end comes near; absent when there is no more. */
  onEnd?: (() => void) | undefined
  /** Shown after the last item: a skeleton, an error, an end mark. */
  tail?: ReactNode
}

/** Divisible by every number of columns, so that only the last chunk can have an incomplete row. */
const CHUNK = 30
/** The number of chunks in a larger one. */
const GROUP = 10
const AHEAD = '1200px'
/** The most chunks whose heights are remembered. */
const HEIGHTS_MAX = 2000
const heights = new RecentMap<number>(HEIGHTS_MAX)
const heightOf = (name: string): number | undefined => heights.get(name) ?? (rememberedHere(name) as number | undefined)
const keepHeight = (name: string, px: number): void => {
  heights.set(name, px)
  remember(name, px)
}

/**
 * An endless list. Only the chunks near the viewport are in the document; the others are spacers of their measured
 * height.
 */
export function VirtualList<T>({
  items,
  itemKey,
  render,
  label,
  memory,
  estimate,
  layout,
  chunk: size = CHUNK,
  onEnd,
  tail,
}: VirtualListProps<T>) {
  const heightFor = (count: number): number => (layout === 'grid' ? count / 2 : count) * estimate
  const item = (one: T, n: number) => (
    <div
      role="listitem"
      className={styles.item}
      key={itemKey(one)}
      aria-posinset={n + 1}
      aria-setsize={onEnd ? -1 : items.length}
    >
      {render(one, n)}
    </div>
  )
  // Chunks within chunks: of ten thousand items a screen holds, and the browser watches, a hundred.
  const chunksOf = (
    all: readonly T[],
    from: number,
    length: number,
    within: (part: readonly T[], at: number) => ReactNode,
  ) =>
    Array.from({ length: Math.ceil(all.length / length) }, (_, n) => {
      const part = all.slice(n * length, (n + 1) * length)
      const at = from + n * length
      return (
        <Chunk
          key={n}
          memory={`${memory}#${length}#${at}#${part.length}`}
          estimate={heightFor(part.length)}
          first={at < 2 * size}
        >
          {() => within(part, at)}
        </Chunk>
      )
    })
  return (
    <div className={styles.root}>
      <div role="list" aria-label={label}>
        {chunksOf(items, 0, size * GROUP, (group, from) =>
          chunksOf(group, from, size, (chunk, at) => (
            <div className={styles[layout]}>{chunk.map((one, i) => item(one, at + i))}</div>
          )),
        )}
      </div>
      {onEnd && <Sentinel key={items.length} onReach={onEnd} />}
      {tail}
    </div>
  )
}

/** Several observations may come at once on a busy device: the last one is current. */
const latest = (seen: readonly IntersectionObserverEntry[]): boolean => seen.at(-1)?.isIntersecting ?? false

function Chunk({
  memory,
  estimate,
  first,
  children,
}: {
  memory: string
  estimate: number
  first: boolean
  children(): ReactNode
}) {
  const root = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(first)
  useEffect(() => {
    const element = root.current
    if (!element) return
    const watch = new IntersectionObserver((seen) => setNear(latest(seen)), { rootMargin: AHEAD })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    const element = root.current
    if (!near || !element) return
    const measure = new ResizeObserver(() =>
      keepHeight(`${innerWidth}:${memory}`, element.getBoundingClientRect().height),
    )
    measure.observe(element)
    return () => measure.disconnect()
  }, [near, memory])
  return (
    <div
      ref={root}
      className={styles.chunk}
      style={near ? undefined : { blockSize: heightOf(`${globalThis.innerWidth}:${memory}`) ?? estimate }}
    >
      {near && children()}
    </div>
  )
}

function Sentinel({ onReach }: { onReach(): void }) {
  const mark = useRef<HTMLDivElement>(null)
  const reach = useEffectEvent(onReach)
  useEffect(() => {
    const element = mark.current
    if (!element) return
    const watch = new IntersectionObserver(
      (seen) => {
        if (latest(seen)) reach()
      },
      { rootMargin: AHEAD },
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return <div ref={mark} aria-hidden="true" className={styles.sentinel} />
}

import { addressParts, differingCharacters } from '#contract/addresses/parts.ts'
import styles from './wallet.module.css'

/** An address in groups of four characters, in full; those that differ from `other`'s are marked. */
export function GroupedAddress({ address, other }: { address: string; other?: string | undefined }) {
  const parts = addressParts(address)
  const differs = other === undefined ? [] : differingCharacters(address, other)
  return (
    // A translator must not change it.
    <bdi dir="ltr" translate="no" className={styles.address4}>
      {parts.map((part, n) => {
        const from = parts.slice(0, n).join('').length
        const marked = differs.slice(from, from + part.length)
        return (
          <span key={from} className={styles.four}>
            {marked.includes(true) ? <Marked text={part} marked={marked} /> : part}
          </span>
        )
      })}
    </bdi>
  )
}

/** A text with some of its characters marked. */
const Marked = ({ text, marked }: { text: string; marked: readonly boolean[] }) =>
  Array.from(text, (letter, at) =>
    marked[at] ? (
      <mark key={at} className={styles.differs}>
        {letter}
      </mark>
    ) : (
      letter
    ),
  )

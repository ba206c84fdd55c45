import { textIn } from '#contract/text/locales.ts'
import type { OrderLine } from '#contract/sync/schema-rows.ts'
import { links } from '../../links/links.ts'
import { pictureSources } from '../../parts/pictures/picture-sources.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { PictureView } from '../../ui/blocks/picture.tsx'
import { Link } from 'wouter'
import styles from './reviews.module.css'

/** The product that a review is about. */
export function ReviewedLine({ line }: { line: OrderLine }) {
  const { locale } = useFormat()
  return (
    <Link href={links.goods(line.id)} className={styles.line}>
      <PictureView
        sources={pictureSources(line.picture)}
        alt=""
        tint={line.picture?.tint}
        sizes="56px"
        className={styles.picture}
      />
      <h2 className={styles.title} dir="auto">
        {textIn(line.title, locale)}
      </h2>
    </Link>
  )
}

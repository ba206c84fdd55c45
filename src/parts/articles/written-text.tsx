import type { ReactNode } from 'react'
import type { ArticleBlock, Span } from '#contract/articles/schema.ts'
import { PictureView } from '../../ui/blocks/picture.tsx'
import { pictureSources } from '../pictures/picture-sources.ts'
import styles from './written-text.module.css'

/** A text of operators, block by block. `level`: of its headings. A block of an unknown kind shows its lines. */
export const WrittenBlocks = ({ blocks, level }: { blocks: readonly ArticleBlock[]; level: 2 | 3 }): ReactNode =>
  blocks.map((block, n) => <Part key={n} block={block} level={level} />)

/** The words of a block. */
export const blockText = ({ items }: ArticleBlock): string =>
  items.flatMap(({ spans }) => spans.map((span) => span.text)).join('')

function Part({ block, level }: { block: ArticleBlock; level: 2 | 3 }): ReactNode {
  const lines = block.items.map(({ spans }) => spans)
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${level}` as const
      return <Heading className={styles.heading}>{blockText(block)}</Heading>
    }
    case 'list':
    case 'numbered': {
      const List = block.kind === 'list' ? 'ul' : 'ol'
      return (
        <List className={styles[block.kind]}>
          {lines.map((spans, n) => (
            <li key={n}>
              <Line spans={spans} />
            </li>
          ))}
        </List>
      )
    }
    case 'picture':
      return block.src === undefined ? null : (
        <PictureView
          className={styles.picture}
          sources={pictureSources({ src: block.src })}
          alt={blockText(block)}
          sizes="(min-width: 768px) 20rem, 60vw"
        />
      )
    default:
      return lines.map((spans, n) => (
        <p key={n} className={styles.paragraph}>
          <Line spans={spans} />
        </p>
      ))
  }
}

function Line({ spans }: { spans: readonly Span[] }) {
  return spans.map(({ text, strong, href }, n) =>
    // Only safe links are taken in (contract/text/site-links.ts): a path of this market, or an address on the web.
    href !== undefined ? (
      <a key={n} className={styles.link} href={href} {...(!href.startsWith('/') && { rel: 'noopener noreferrer' })}>
        {text}
      </a>
    ) : strong ? (
      <strong key={n}>{text}</strong>
    ) : (
      text
    ),
  )
}

import type { ReactNode } from 'react'
import type { LocaleCode } from '#contract/locales.ts'
import { locales } from '#contract/locales.ts'
import { isOwnPath } from '#contract/rules/site-links.ts'
import type { Block, Span } from '#contract/schema/articles.ts'
import type { ArticleRow } from '#localdb/queries/articles.ts'
import { pictureSources } from '../../parts/picture-sources.ts'
import { Picture } from '../../ui/picture.tsx'
import styles from './articles.module.css'

/**
 * The text of an article, in its own language and direction. `level`: of its headings. A block of a kind that is not
 * known yet shows its lines.
 */
export function ArticleBody({ article, level }: { article: ArticleRow; level: 2 | 3 }) {
  const locale = locales.find((known) => known.code === (article.spoken as LocaleCode))
  return (
    <div className={styles.body} lang={article.spoken} dir={locale?.dir ?? 'auto'}>
      {article.blocks.map((block, n) => (
        <Part key={n} block={block} level={level} />
      ))}
    </div>
  )
}

const textOf = ({ items }: Block): string => items.flatMap(({ spans }) => spans.map((span) => span.text)).join('')

/** All words of an article, for a search within it. */
export const wordsOf = ({ title, summary, blocks }: ArticleRow): string =>
  [title, summary, ...blocks.map(textOf)].join(' ')

function Part({ block, level }: { block: Block; level: 2 | 3 }): ReactNode {
  const lines = block.items.map(({ spans }) => spans)
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${level}` as const
      return <Heading className={styles.heading}>{textOf(block)}</Heading>
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
        <Picture
          className={styles.picture}
          sources={pictureSources({ src: block.src })}
          alt={textOf(block)}
          sizes="(min-width: 768px) 20rem, 60vw"
        />
      )
    default:
      return lines.map((spans, n) => (
        <p key={n}>
          <Line spans={spans} />
        </p>
      ))
  }
}

function Line({ spans }: { spans: readonly Span[] }) {
  return spans.map(({ text, strong, href }, n) =>
    href !== undefined ? (
      <a key={n} href={href} {...(!isOwnPath(href) && { rel: 'noopener noreferrer' })}>
        {text}
      </a>
    ) : strong ? (
      <strong key={n}>{text}</strong>
    ) : (
      text
    ),
  )
}

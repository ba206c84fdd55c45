import type { Stated } from '#contract/registry.ts'

type StatedBlock = Stated<'article.detail'>['article']['blocks'][number]
type StatedSpan = StatedBlock['items'][number]['spans'][number]

/** The text of an article as its writer would write it: read again (parse-article.ts), it gives the same blocks. */
export const bodyText = (blocks: readonly StatedBlock[]): string => blocks.map(blockText).join('\n\n')

function blockText({ kind, items, src }: StatedBlock): string {
  const lines = items.map(({ spans }) => spans.map(spanText).join(''))
  if (kind === 'heading') return `## ${lines[0]}`
  if (kind === 'picture') return `![${lines[0]}](${src})`
  if (kind === 'list') return lines.map((line) => `- ${line}`).join('\n')
  return kind === 'numbered' ? lines.map((line, n) => `${n + 1}. ${line}`).join('\n') : lines.join('\n')
}

const spanText = ({ text, strong, href }: StatedSpan): string => {
  if (href !== undefined) return `[${text}](${href})`
  // A space alone is where a line went on.
  return strong ? `**${text}**` : text === ' ' ? '\n' : text
}

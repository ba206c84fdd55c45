import { textIn, type Texts } from '#contract/text/locales.ts'
import { useFormat } from '../format/use-format.ts'
import { useLineTitle } from './use-line-title.ts'

interface Named {
  title: Texts
  label?: Texts | null | undefined
}

/** The name of an order's line within a sentence, with its choice; "a product" while the line is not known here. */
export function usePieceTitle(): (line: Named | undefined) => string {
  const { locale } = useFormat()
  const titleOf = useLineTitle()
  return (line) => {
    const title = titleOf(line ?? { title: undefined })
    const choice = line?.label && textIn(line.label, locale)
    return choice ? `${title} · ${choice}` : title
  }
}

import { useMemo } from 'react'
import { locales } from '#contract/text/locales.ts'
import { blocksOf } from '#contract/text/written-text.ts'
import styles from './contract-text.module.css'
import { WrittenBlocks } from '../articles/written-text.tsx'

/** The words of a contract, in their own language and direction, as operators write them. */
export function ContractText({ text, language }: { text: string; language: string }) {
  const blocks = useMemo(() => blocksOf(text), [text])
  return (
    <div className={styles.terms} lang={language} dir={dirOf(language)}>
      <WrittenBlocks blocks={blocks} level={3} />
    </div>
  )
}

/** The words of a contract that came with the app: headings, each with its paragraphs. */
export function ShippedContractText({ text, language }: { text: string; language: string }) {
  return (
    <div className={styles.terms} lang={language} dir={dirOf(language)}>
      {text
        .trim()
        .split('\n\n')
        .map((part) => {
          const [head = '', ...words] = part.split('\n')
          return (
            <section key={head}>
              <h3>{head}</h3>
              {words.map((word) => (
                <p key={word}>{word}</p>
              ))}
            </section>
          )
        })}
    </div>
  )
}

const dirOf = (language: string): 'ltr' | 'rtl' | 'auto' => locales.find(({ code }) => code === language)?.dir ?? 'auto'

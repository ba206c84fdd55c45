import styles from './contract-text.module.css'

/** The words of a contract: numbered headings with their paragraphs. */
export function ContractText({ text }: { text: string }) {
  return (
    <div className={styles.terms}>
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

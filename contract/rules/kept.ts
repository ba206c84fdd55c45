/**
 * Keeps what `make` makes for each text, so that it is made once: of at most `most` texts, those used last. For what is
 * dear to make and holds no state, such as the formatters of Intl.
 */
export function kept<T>(most: number, make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>()
  return (text) => {
    const known = made.get(text)
    const value = known ?? make(text)
    if (known !== undefined) made.delete(text)
    else if (made.size >= most) made.delete(made.keys().next().value!)
    made.set(text, value)
    return value
  }
}

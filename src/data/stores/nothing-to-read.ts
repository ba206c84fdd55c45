/** The answer of a live query that has no rows to read: undefined, also where an earlier one had some. */
export const nothingToRead = {
  hasValue: () => false,
  subscribe(next: (answer: undefined) => void): () => void {
    next(undefined)
    return () => undefined
  },
}

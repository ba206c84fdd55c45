/** The parts of a line of a conversation by which it stands among the others. */
interface Numbered {
  id: string
  /** 0 until the server has numbered it. */
  n: number
  at: number
}

/** The order of the lines of a conversation, oldest first; those that the server does not have yet are the last. */
export const byNumber = (a: Numbered, b: Numbered): number =>
  (a.n || Infinity) - (b.n || Infinity) || a.at - b.at || (a.id < b.id ? -1 : 1)

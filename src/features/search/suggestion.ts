/** A suggestion for the typed text: a text to search for, or a page to open. */
export type Suggestion =
  | { kind: 'typed' | 'history' | 'words'; key: string; text: string }
  | { kind: 'category' | 'store'; key: string; text: string; href: string }

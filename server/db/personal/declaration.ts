// Every table and column of the database is declared in this folder: what of it is a person's, and what becomes of it.
// tests/laws/house/personal-data.test.ts compares that with the database. The deletion of an account
// (account/forget.ts), a person's export (account/export.ts) and the purge of tombstones
// (sync/retention.ts) have no lists of their own. Columns are written as names with spaces between.

/** The author of a text that is not deleted with an account. */
export type Author = 'person' | 'store' | 'operator'

/** A text that stays when somebody's account is deleted, whose it is, and why it stays. */
export interface KeptText {
  by: Author | readonly Author[]
  why: string
}

/** A table's declaration. */
export interface Declared {
  /** The rows that are a person's: SQL over $id and $email. Absent: no row is anybody's. */
  of?: string
  /** The rows that are deleted with the account: all, or those of a condition. Absent: none. */
  deleted?: 'all' | (string & {})
  /** Why the others stay. */
  stays?: string
  /** New values of columns of those that stay: SQL over $id, $now and $rev. */
  becomes?: Readonly<Record<string, string>>
  /** Columns that an export holds. */
  exported?: string
  /** Columns that it does not: secrets, counts, and what names other things of the market's own. */
  internal?: string
  /**
   * Columns that name the account of somebody else, such as the member of a store who answered. No export holds them.
   * When that account is deleted the column becomes null, or stays the account's number.
   */
  accounts?: Readonly<Record<string, 'null' | 'number'>>
  /** Columns with texts that people write and that may stay. */
  texts?: Readonly<Record<string, KeptText>>
  /** The author of all text columns but `codes`, in tables whose rows are nobody's. */
  written?: KeptText
  /** Text columns that hold nothing that somebody writes: ids, states, hashes, addresses of pictures of goods. */
  codes?: string
  /** Columns that are sealed at rest, and whether an export opens them. */
  sealed?: Readonly<Record<string, 'opened' | 'closed'>>
  /** Rows that only say that something was there: they are deleted after a while. */
  tombstones?: string
}

export type Declarations = Readonly<Record<string, Declared>>

/** Names of columns. */
export const columnsIn = (names = ''): string[] => names.split(/\s+/).filter((name) => name !== '')

/** All columns that a table is declared to have. */
export const declaredColumns = ({ exported, internal, accounts = {} }: Declared): string[] => [
  ...columnsIn(exported),
  ...columnsIn(internal),
  ...Object.keys(accounts),
]

/** Rows that go with their person's account. */
export const personal = (declared: Omit<Declared, 'of' | 'deleted'> & { of?: string }): Declared => ({
  of: 'user_id = $id',
  deleted: 'all',
  ...declared,
})

/** Rows of a person's of which some stay. */
export const recordRows = (declared: Declared & { stays: string }): Declared => ({ of: 'user_id = $id', ...declared })

/** Rows that are nobody's, with texts of these authors, or of nobody. */
export const impersonal = (internal: string, written?: KeptText, more: Declared = {}): Declared => ({
  internal,
  ...(written && { written }),
  ...more,
})

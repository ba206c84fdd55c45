import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Picture } from '#contract/pictures/schema.ts'

/** The files and reviews that people send, and the pictures made of them. */
export interface FileTables {
  avatars: { user_id: string; file: string | null; picture: JSONColumnType<Picture> | null; rev: number }
  own_reviews: {
    user_id: string
    order_id: string
    product_id: number
    review_id: number | null
    rating: number
    text: string
    language: string
    files: JSONColumnType<string[]>
    pictures: JSONColumnType<Picture[]>
    deleted: Generated<boolean>
    at: ColumnType<Date, Date | string | undefined, Date | string>
    rev: number
  }
  files: {
    user_id: string
    id: string
    state: Generated<'coming' | 'here' | 'refused'>
    size: number
    have: Generated<number>
    /** Bytes that came under its name and were not its own. */
    wasted: Generated<number>
    /** How its picture is addressed; nobody can guess it. */
    name: string
    at: ColumnType<Date, Date | string | undefined, Date | string>
    /** The colour that stands in while its picture loads; null until it is here. */
    tint: ColumnType<string | null, string | null | undefined, string | null>
  }
  file_pieces: { user_id: string; id: string; at: number; bytes: Uint8Array; sealed: Generated<boolean> }
  /** A file’s picture: in clear where something shows it, sealed where a document has it or nothing names it. */
  file_contents: { user_id: string; id: string; sealed: boolean; bytes: Uint8Array }
  /** The market’s own logo; one row at most. */
  market_logo: { name: string; bytes: Uint8Array; tint: string }
  /** The operators' pictures, of categories and in articles. */
  market_pictures: { name: string; bytes: Uint8Array; tint: string; at: ColumnType<Date, Date, Date> }
  file_uses: { user_id: string; id: string; subject: string; shown: boolean }
}

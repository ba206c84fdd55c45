import type { Generated, JSONColumnType } from 'kysely'
import type { Texts } from '#contract/text/locales.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { NullableTime, Time } from './times.ts'

/** The messages that people get, the things that they wait for, and their conversations. */
export interface MessageTables {
  messages: {
    id: Generated<number>
    user_id: string
    kind: string
    at: Time
    is_read: Generated<boolean>
    subject_kind: string | null
    subject_id: string | null
    params: JSONColumnType<Record<string, string | number>>
    title: JSONColumnType<Texts> | null
    body: JSONColumnType<Texts> | null
    words: Generated<string>
    deleted: Generated<boolean>
    rev: number
  }
  store_tells: { id: Generated<number>; store_id: number; notice: JSONColumnType<object> }
  message_mutes: { user_id: string; topic: string; is_on: boolean; at: Time; rev: number }
  site_messages: {
    id: Generated<number>
    title: JSONColumnType<Texts>
    body: JSONColumnType<Texts>
    at: Time
    reached: string | null
    done: Generated<boolean>
  }
  watches: {
    user_id: string
    key: string
    what: string
    product_id: number
    variant_id: number
    price: number | null
    currency: string
    area: string
    is_on: boolean
    at: Time
    rev: number
  }
  talks: {
    user_id: string
    id: string
    store_id: Generated<number>
    store_name: Generated<string | null>
    subject_kind: string | null
    subject_id: string | null
    title: JSONColumnType<Texts> | null
    last: Generated<number>
    read_to: Generated<number>
    asked_at: NullableTime
    at: Time
    deleted: Generated<boolean>
    rev: number
    desk_id: Generated<string>
    store_read_to: Generated<number>
    told_to: Generated<number>
    mailed_to: Generated<number>
    store_rev: Generated<number | null>
    /** The operator who answers it; null for nobody in particular. */
    held_by: Generated<string | null>
    closed_at: NullableTime
  }
  talk_lines: {
    user_id: string
    talk_id: string
    id: string
    n: number
    mine: boolean
    text: string
    files: JSONColumnType<string[], string | undefined>
    pictures: JSONColumnType<Picture[], string | undefined>
    at: Time
    deleted: Generated<boolean>
    rev: number
    store_id: Generated<number>
    by_person: string | null
    store_rev: Generated<number | null>
  }
}

import type { ColumnType } from 'kysely'

/** A column of a time, as it is read and as it may be written. */
export type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
export type Time = ColumnType<Date, Date | string | undefined, Date | string>

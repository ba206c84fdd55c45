import type { User } from '#contract/account/schema.ts'
import { matchLocale } from '#contract/text/locales.ts'

/** The columns that are read to show a person; never the password's hash. */
export const userColumns = ['id', 'email', 'username', 'avatar', 'language', 'created_at'] as const

/** The person as the contract has them. */
export const userJson = (row: {
  id: string
  email: string
  username: string
  avatar: string | null
  language: string
  created_at: Date
}): User => ({
  id: row.id,
  email: row.email,
  username: row.username,
  avatar: row.avatar,
  language: matchLocale([row.language]),
  createdAt: row.created_at.getTime(),
})

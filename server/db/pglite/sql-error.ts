/** What is told of an error: never the statement's parameters, which may be secrets. */
export interface ToldError {
  message: string
  code?: string
  detail?: string
  constraint?: string
  where?: string
}

/** An error that the database itself reported, with its SQLSTATE. */
export class SqlError extends Error implements ToldError {
  override name = 'SqlError'
  declare readonly code?: string
  declare readonly detail?: string
  declare readonly constraint?: string
  declare readonly where?: string
  constructor({ message, ...fields }: ToldError) {
    super(message)
    Object.assign(this, fields)
  }
}

/** The part of an error that may be told, and that survives the way between threads. */
export function toldOf(error: unknown): ToldError {
  if (!(error instanceof Error)) return { message: String(error) }
  const told: ToldError = { message: error.message }
  for (const field of ['code', 'detail', 'constraint', 'where'] as const) {
    const value: unknown = (error as Partial<ToldError>)[field]
    if (typeof value === 'string') told[field] = value
  }
  return told
}

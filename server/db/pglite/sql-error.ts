/** The parts of an error that other threads and logs see: never the statement's parameters, which may be secrets. */
export interface PlainError {
  message: string
  code?: string
  detail?: string
  constraint?: string
  where?: string
}

/** An error that the database itself reported, with its SQLSTATE. */
export class SqlError extends Error implements PlainError {
  override name = 'SqlError'
  declare readonly code?: string
  declare readonly detail?: string
  declare readonly constraint?: string
  declare readonly where?: string
  constructor({ message, ...fields }: PlainError) {
    super(message)
    Object.assign(this, fields)
  }
}

/** The part of an error that can be logged and sent between threads. */
export function plainErrorOf(error: unknown): PlainError {
  if (!(error instanceof Error)) return { message: String(error) }
  const plain: PlainError = { message: error.message }
  for (const field of ['code', 'detail', 'constraint', 'where'] as const) {
    const value: unknown = (error as Partial<PlainError>)[field]
    if (typeof value === 'string') plain[field] = value
  }
  return plain
}

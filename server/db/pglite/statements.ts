import { protocol, type PGlite } from '@electric-sql/pglite'

const { messages, serialize } = protocol

// PGlite's own `query` has Postgres parse and describe a statement each time, in five calls into the module.
// Here a statement that was seen before takes one:
//
//   first time:   Parse, Describe, Sync  ─▶ kept under a name, with the types of its parameters and of its rows
//   every time:   Bind, Execute, Sync    ─▶ rows

/** Statements that are kept ready at once; when there are more, all are forgotten and made again as they come. */
const MOST = 300
/** The SQLSTATE of a statement whose columns have changed since it was made ready. */
const CHANGED = '0A000'

interface Field {
  name: string
  dataTypeID: number
}
interface Ready {
  name: string
  parameters: readonly number[]
  fields: readonly Field[]
}
type Messages = Awaited<ReturnType<PGlite['execProtocol']>>['messages']

export interface StatementResult {
  rows: Record<string, unknown>[]
  command: string
  affected: number
}

/**
 * Carries out statements with parameters over one session, which must be given one at a time; `most` are kept ready.
 */
export function statementsOver(
  pglite: PGlite,
  most = MOST,
): (sql: string, parameters: readonly unknown[]) => Promise<StatementResult> {
  const known = new Map<string, Ready>()
  let made = 0

  const exchange = async (parts: readonly Uint8Array[]): Promise<Messages> =>
    (await pglite.execProtocol(Buffer.concat([...parts, serialize.sync()]))).messages

  async function forget(forgotten: readonly Ready[]): Promise<void> {
    await exchange(forgotten.map(({ name }) => serialize.close({ type: 'S', name })))
  }

  async function prepare(sql: string): Promise<Ready> {
    if (known.size >= most) {
      const all = [...known.values()]
      known.clear()
      await forget(all)
    }
    const name = `s${++made}`
    const ready: Ready = {
      name,
      ...described(await exchange([serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name })])),
    }
    known.set(sql, ready)
    return ready
  }

  return async (sql, parameters) => {
    const ready = known.get(sql) ?? (await prepare(sql))
    const values = parameters.map((value, i) => textOf(pglite, value, ready.parameters[i]!))
    try {
      return resultOf(
        pglite,
        ready,
        await exchange([serialize.bind({ statement: ready.name, values }), serialize.execute({})]),
      )
    } catch (error) {
      if ((error as { code?: unknown }).code === CHANGED && known.delete(sql)) await forget([ready])
      throw error
    }
  }
}

function described(answer: Messages): Omit<Ready, 'name'> {
  let parameters: readonly number[] = []
  let fields: readonly Field[] = []
  for (const message of answer) {
    if (message instanceof messages.ParameterDescriptionMessage) parameters = message.dataTypeIDs
    else if (message instanceof messages.RowDescriptionMessage) fields = message.fields
  }
  return { parameters, fields }
}

function textOf({ serializers }: PGlite, value: unknown, type: number): string | null {
  if (value === null || value === undefined) return null
  const write = serializers[type]
  return write ? write(value) : String(value)
}

function resultOf({ parsers }: PGlite, { fields }: Ready, answer: Messages): StatementResult {
  const rows: Record<string, unknown>[] = []
  let words: string[] = ['']
  for (const message of answer) {
    if (message instanceof messages.DataRowMessage) {
      rows.push(
        Object.fromEntries(
          fields.map(({ name, dataTypeID }, i) => {
            const text = message.fields[i]!
            const read = parsers[dataTypeID]
            return [name, text === null || !read ? text : read(text, dataTypeID)]
          }),
        ),
      )
    } else if (message instanceof messages.CommandCompleteMessage) words = message.text.split(' ')
  }
  // 'INSERT 0 3', 'UPDATE 3', 'SELECT 3', 'BEGIN'
  return { rows, command: words[0]!, affected: Number(words.at(-1)) || 0 }
}

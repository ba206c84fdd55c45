import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../db/open.ts'
import { importCatalogue, type ImportSummary } from './import-catalogue.ts'
import { photographsCommand } from './photographs/command.ts'
import { createProgress, type ProgressBar } from './photographs/progress.ts'
import type { Surroundings } from './photographs/surroundings.ts'

const USAGE = `Usage: npm run catalogue -- import FILE [options]
       npm run catalogue -- photographs [--limit N] [--data DIR]

Brings a catalogue into the market: JSON Lines or CSV, plain or gzip.

  --store NAME     put everything into this store (else one store for each "source")
  --stock N        stock of lines that name none (else 0)
  --rejects PATH   where lines that cannot be imported are kept (else FILE.rejects.jsonl)
  --data DIR       the data folder (else DATA_DIR, else ./data); with DATABASE_URL set, that database is used

Where a store ships from is taken from its lines: country, storeCountry or shipsFrom, a code such as DE.
A second run with the same file and options changes nothing.

photographs fetches the photographs that imports have named, at most N of them (else 1000); a further run goes on.`

interface Order {
  path: string
  store: string | undefined
  stock: number
  rejectsPath: string
  dataDir: string
}

/** The order in the arguments, or undefined when they cannot be understood. */
function readArguments(args: readonly string[], { env, folder }: Surroundings): Order | undefined {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { store: text, stock: text, rejects: text, data: text },
  })
  const [command, file, ...more] = positionals
  const stock = values.stock ?? '0'
  if (
    command !== 'import' ||
    file === undefined ||
    more.length > 0 ||
    !/^\d{1,7}$/.test(stock) ||
    values.store?.trim() === ''
  )
    return undefined
  const path = resolve(folder, file)
  return {
    path,
    store: values.store?.trim(),
    stock: Number(stock),
    rejectsPath: values.rejects === undefined ? `${path}.rejects.jsonl` : resolve(folder, values.rejects),
    dataDir: resolve(folder, values.data ?? (env.DATA_DIR?.trim() || 'data')),
  }
}

const count = (n: number): string => n.toLocaleString('en')

function summarise(summary: ImportSummary, seconds: number, rejectsPath: string): string[] {
  const lines = [
    `${count(summary.added)} added, ${count(summary.changed)} changed, ${count(summary.unchanged)} unchanged, ${count(summary.rejected)} rejected (${seconds.toFixed(1)} s)`,
  ]
  if (summary.rejected > 0) lines.push(`The rejected lines are in ${rejectsPath}`)
  if (summary.broken !== undefined)
    lines.push(
      `The file is damaged and could not be read to its end (${summary.broken}). What came before has been imported.`,
    )
  return lines
}

/**
 * Runs `npm run catalogue`; answers with the exit code: 0 done (also when some lines were rejected), 1 not done, 2 not
 * understood.
 */
export async function catalogueCommand(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { screen, env, now } = surroundings
  if (args[0] === 'photographs') return photographsCommand(args.slice(1), surroundings, USAGE)
  let order: Order | undefined
  try {
    order = readArguments(args, surroundings)
  } catch (error) {
    screen.write(`${(error as Error).message}\n\n`)
  }
  if (!order) {
    screen.write(`${USAGE}\n`)
    return 2
  }
  let progress: ProgressBar | undefined
  try {
    screen.write('Opening the market’s database\n')
    const database = await openDatabase(
      env.DATABASE_URL?.trim() ? { databaseUrl: env.DATABASE_URL.trim() } : { dataDir: order.dataDir },
    )
    try {
      const began = now()
      const bar = (progress = createProgress(screen, now))
      const summary = await importCatalogue(database.db, {
        ...order,
        progress: bar.show,
        rejected: (line, reason) => {
          bar.say(`line ${line}: ${reason}`)
        },
      })
      bar.end()
      for (const line of summarise(summary, (now() - began) / 1000, order.rejectsPath)) screen.write(`${line}\n`)
      return summary.broken === undefined ? 0 : 1
    } finally {
      await database.close()
    }
  } catch (error) {
    progress?.end()
    // Expected here: no such file, a data folder that a running market holds, a database that cannot be reached. Their
    // messages are meant for people.
    screen.write(`The catalogue was not imported. ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

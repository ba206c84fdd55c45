import { Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { engineDialect } from './dialect.ts'
import { FairTurns } from '../fair-turns/fair-turns.ts'
import type { Engine, EngineResult } from './engine.ts'
import { SqlError } from './sql-error.ts'

interface Counters {
  n: { id: number }
}

/**
 * A session on a slow disk: it answers commits and syncs after a while, and says in which order things ended. What
 * `fails` says of fails as on a full disk.
 */
function slowEngine(fails: (text: string) => boolean = () => false): { engine: Engine; log: string[] } {
  const log: string[] = []
  let last: Promise<unknown> = Promise.resolve()
  let relaxed = false
  const run = (text: string): Promise<EngineResult> => {
    const work = async (): Promise<EngineResult> => {
      if (text.includes('synchronous_commit = off')) relaxed = true
      const syncs = text.includes('pg_logical_emit_message') || (text === 'commit' && !relaxed)
      if (syncs)
        await new Promise((done) => {
          setTimeout(done, 20)
        })
      log.push(syncs && text === 'commit' ? 'commit+sync' : text.includes('emit_message') ? 'sync' : text)
      if (text === 'commit') relaxed = false
      if (fails(text)) throw new SqlError({ message: 'could not extend file', code: '53100' })
      return { rows: [], command: text === 'commit' ? 'COMMIT' : '', affected: 0 }
    }
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
  return { engine: { run: (text) => run(text), close: async () => undefined }, log }
}

describe('commits on a slow disk', () => {
  it('share a sync when others wait, and none is answered before it', async () => {
    const { engine, log } = slowEngine()
    const db = new Kysely<Counters>({ dialect: engineDialect(engine, new FairTurns()) })
    const transact = (i: number) => db.transaction().execute((tx) => sql.raw(`work ${i}`).execute(tx))
    // The first ones are how it learns that a sync is dear.
    for (let i = 0; i < 5; i++) await transact(i)
    log.length = 0
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        transact(i).then(() => {
          log.push(`answered ${i}`)
        }),
      ),
    )
    const isSync = (entry: string): boolean => entry === 'sync' || entry === 'commit+sync'
    expect(log.filter(isSync).length).toBeLessThan(8)
    for (let i = 0; i < 20; i++) {
      const worked = log.indexOf(`work ${i}`)
      const committed = log.findIndex((entry, at) => at > worked && entry.startsWith('commit'))
      const synced = log.findIndex((entry, at) => at >= committed && isSync(entry))
      expect(synced).toBeGreaterThan(0)
      expect(log.indexOf(`answered ${i}`)).toBeGreaterThan(synced)
    }
  })

  it('are answered before what was read of them', async () => {
    const { engine, log } = slowEngine()
    const db = new Kysely<Counters>({ dialect: engineDialect(engine, new FairTurns()) })
    for (let i = 0; i < 5; i++) await db.transaction().execute((tx) => sql.raw('work').execute(tx))
    log.length = 0
    const write = db.transaction().execute((tx) => sql.raw('work').execute(tx))
    await sql.raw('read').execute(db)
    log.push('read answered')
    await write
    expect(log.findIndex((entry) => entry === 'sync' || entry === 'commit+sync')).toBeLessThan(
      log.indexOf('read answered'),
    )
  })

  it('take one sync each when nobody waits', async () => {
    const { engine, log } = slowEngine()
    const db = new Kysely<Counters>({ dialect: engineDialect(engine, new FairTurns()) })
    for (let i = 0; i < 3; i++) await db.transaction().execute((tx) => sql.raw('work').execute(tx))
    expect(log).toEqual(Array.from({ length: 3 }, () => ['begin', 'work', 'commit+sync']).flat())
  })

  it.each(['commit', 'sync'])('that fail at the %s roll nothing of another transaction back', async (what) => {
    let failing = false
    const { engine, log } = slowEngine((text) => {
      if (!failing || !(what === 'commit' ? text === 'commit' : text.includes('emit_message'))) return false
      failing = false
      return true
    })
    const db = new Kysely<Counters>({ dialect: engineDialect(engine, new FairTurns()) })
    const transact = (name: string) =>
      db.transaction().execute(async (tx) => {
        await sql.raw(`${name}: first half`).execute(tx)
        await sql.raw(`${name}: second half`).execute(tx)
      })
    for (let i = 0; i < 5; i++) await transact('warm')
    log.length = 0
    failing = true
    const ended = await Promise.allSettled(['A', 'B', 'C'].map(transact))
    // Whose commit has failed hears of it; a sync fails for all that shared it.
    expect(ended.map((e) => e.status)).toContain('rejected')
    expect(
      log.filter((entry) => /^(begin|rollback|commit|[ABC]:)/.test(entry)).map((entry) => entry.split('+')[0]),
    ).toEqual(['A', 'B', 'C'].flatMap((name) => ['begin', `${name}: first half`, `${name}: second half`, 'commit']))
  })
})

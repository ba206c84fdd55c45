import { sql } from 'kysely'
import { EXPORT_PICTURE_BYTES_MAX, EXPORT_ROWS_MAX } from '#contract/account/schema.ts'
import type { Stated } from '#contract/registry.ts'
import { columnsIn } from '../db/personal/declaration.ts'
import { personalData } from '../db/personal/personal-data.ts'
import { ownRowsOf } from '../db/personal/statements.ts'
import type { Tx } from '../db/tables/tables.ts'
import { openContent } from '../files/contents.ts'
import { keysOf } from '../keys/keys-of.ts'
import type { MarketKeys } from '../keys/market-keys.ts'
import { ifOpen } from '../keys/sealed-text.ts'
import { accepted, type Answer, type SignedIn } from '../http/handlers.ts'
import { partyOf } from '../merchants/party.ts'
import { readMarketName } from '../market/settings.ts'

/** The fields that a row gets besides its columns, or in place of those that are sealed. */
type ExtraFields = (row: Record<string, unknown>) => Record<string, unknown>

/** The pictures that were made of a person's files: the latest, as many as one export holds. */
async function picturesOf(tx: Tx, keys: MarketKeys, userId: string): Promise<ExtraFields> {
  const { rows } = await sql<{ id: string; bytes: Uint8Array; sealed: boolean }>`
    select id, bytes, sealed from (
      select c.*, sum(octet_length(c.bytes)) over (order by f.at desc, f.id) as total
      from files f join lateral (select id, bytes, sealed from file_contents c
        where c.user_id = f.user_id and c.id = f.id order by sealed limit 1) c on true
      where f.user_id = ${userId}::uuid and f.state = 'here') t
    where total <= ${EXPORT_PICTURE_BYTES_MAX}::int`.execute(tx)
  const pictures = new Map<string, string>()
  for (const row of rows) {
    // Without its key a sealed one can be opened by nobody.
    const picture = ifOpen(() => openContent(keys, row))
    if (picture) pictures.set(row.id, `data:image/webp;base64,${Buffer.from(picture).toString('base64')}`)
  }
  return ({ id }) => ({ picture: pictures.get(String(id)) ?? null })
}

/** The name and the receipt of an application, in clear. */
const partiesOf =
  (keys: MarketKeys): ExtraFields =>
  (row) => {
    const party = partyOf(keys, row as { id: string; real_name: string; receipt: string | null })
    return { real_name: party?.realName ?? null, receipt: party?.receipt ?? null }
  }

/** The extra fields for the rows of a table; undefined where its columns are enough. */
async function extraFieldsOf(tx: Tx, { db, user }: SignedIn, table: string): Promise<ExtraFields | undefined> {
  if (table === 'files') return picturesOf(tx, keysOf(db), user.id)
  return table === 'merchant_applications' ? partiesOf(keysOf(db)) : undefined
}

/** Everything that the market holds of a person, but what is secret and what only counts; read as of one moment. */
export const exportAccount = (call: SignedIn): Promise<Answer<Stated<'user.export'>>> =>
  call.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const kinds: Stated<'user.export'>['kinds'] = []
      for (const [table, { of, exported }] of Object.entries(personalData)) {
        if (of === undefined || exported === undefined) continue
        const columns = sql.join(columnsIn(exported).map((column) => sql.ref(column)))
        const { rows } = await sql<{ row: Record<string, unknown> }>`
          select to_jsonb(t) as row from (select ${columns} from ${sql.table(table)}
          where ${ownRowsOf(of, call.user)} order by ctid desc limit ${EXPORT_ROWS_MAX + 1}) t`.execute(tx)
        const extraFields = await extraFieldsOf(tx, call, table)
        kinds.push({
          name: table,
          rows: rows.slice(0, EXPORT_ROWS_MAX).map(({ row }) => ({ ...row, ...extraFields?.(row) })),
          cut: rows.length > EXPORT_ROWS_MAX,
        })
      }
      return accepted({ market: await readMarketName(tx), at: call.now(), kinds })
    })

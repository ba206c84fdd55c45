import { sql } from 'kysely'
import type { LocaleCode } from '#contract/text/locales.ts'
import type { Stated } from '#contract/registry.ts'
import type { Db } from '../../db/tables/tables.ts'
import { accepted, type HandlersFor } from '../../http/handlers.ts'
import { defaultContracts } from './default-contract.ts'
import { readContract, versionsOf, type Contract } from './versions.ts'
import { publishDrafts, saveDraft } from './operator.ts'
import { textValuesOf } from '../text-values.ts'
import { actorOf, answered, reasoned } from '../../operator/change.ts'

type ContractCalls =
  | 'operator.contract'
  | 'operator.contractVersion'
  | 'operator.contractSet'
  | 'operator.contractPublish'

/** The operator's desk of the sellers' contract. */
export const operatorContractHandlers: HandlersFor<ContractCalls> = {
  'operator.contract': async ({ db, now }, { language }) => accepted(await read(db, language, now())),
  'operator.contractVersion': async ({ db }, { version, language }) => {
    const row = await db
      .selectFrom('contract_versions')
      .select('body')
      .where('version', '=', version)
      .where('language', '=', language)
      .executeTakeFirst()
    return accepted({ text: row?.body ?? null })
  },
  'operator.contractSet': (call, draft) => answered(call, () => saveDraft(call.db, draft, call.now(), actorOf(call))),
  'operator.contractPublish': (call, expected) =>
    reasoned(call, async () =>
      accepted({ version: await publishDrafts(call.db, expected, call.now(), actorOf(call)) }),
    ),
}

/** The contract that sellers sign now, as it was written: with the names of its values. */
async function templateOf(db: Db, { version, language, publishedAt }: Contract, asked: LocaleCode): Promise<string> {
  if (publishedAt === null) return defaultContracts[asked]
  const row = await db
    .selectFrom('contract_versions')
    .select('written')
    .where('version', '=', version)
    .where('language', '=', language)
    .executeTakeFirstOrThrow()
  return row.written
}

async function read(db: Db, language: LocaleCode, now: number): Promise<Stated<'operator.contract'>> {
  const current = await readContract(db, language, now)
  const [drafts, versions, values, { rows }] = await Promise.all([
    db.selectFrom('contract_drafts').selectAll().orderBy('language').execute(),
    versionsOf(db),
    textValuesOf(db, language, now),
    sql<{ merchants: number; signed: number }>`
      select count(*)::int as merchants,
        count(*) filter (where contract_version = ${current.version}::int)::int as signed
      from merchant_applications where state = 'approved'`.execute(db),
  ])
  const draft = drafts.find((one) => one.language === language)
  return {
    draft: draft ? { body: draft.body, at: draft.at.getTime() } : null,
    drafts: drafts.map((one) => one.language),
    draftedAt: drafts.length > 0 ? Math.max(...drafts.map((one) => one.at.getTime())) : null,
    current,
    template: await templateOf(db, current, language),
    values,
    versions,
    next: current.version + 1,
    ...rows[0]!,
  }
}

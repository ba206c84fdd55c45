import { fallbackLocale, type LocaleCode } from '#contract/text/locales.ts'
import { CONTRACT_FILLED_MAX, CONTRACT_VERSIONS_MAX, CONTRACT_WRITTEN_MAX } from '#contract/market/contract-versions.ts'
import { filledLines, strangeNames, textValues } from '#contract/text/filled-text.ts'
import { readBody } from '../../texts/parse-article.ts'
import { audit, type Actor } from '../../audit/audit.ts'
import { Cannot } from '../../texts/cannot.ts'
import type { Db, Tx } from '../../db/tables/tables.ts'
import { catalogueTransaction } from '../../feed/catalogue-feed.ts'
import { readSetting } from '../settings.ts'
import { textValuesOf } from '../text-values.ts'
import { defaultContract } from './default-contract.ts'

// The sellers' contract belongs to the operators. Drafts become a version, which never changes: its values are those of
// the settings when it was published. Until then sellers sign the default, with the values of the settings as they are.

/** The contract that sellers sign now, in one language. */
export interface Contract {
  version: number
  language: LocaleCode
  text: string
  /** Unix ms; null of the default. */
  publishedAt: number | null
}

/** The newest published version, and when it was published (Unix ms); undefined while there is none. */
export async function publishedContract(db: Db | Tx): Promise<{ version: number; at: number } | undefined> {
  const row = await db
    .selectFrom('contract_versions')
    .select(['version', 'published_at'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { version: row.version, at: row.published_at.getTime() }
}

/**
 * The contract that sellers sign, in their language; where a version was not written in it, in English, else in another
 * language. `now` is Unix ms.
 */
export async function readContract(db: Db | Tx, language: LocaleCode, now: number): Promise<Contract> {
  const newest = await publishedContract(db)
  if (!newest) {
    const text = defaultContract(language, await textValuesOf(db, language, now))
    return { version: await readSetting(db, 'contractFirst'), language, text, publishedAt: null }
  }
  const rows = await db
    .selectFrom('contract_versions')
    .select(['language', 'body'])
    .where('version', '=', newest.version)
    .orderBy('language')
    .execute()
  const written = (code: string) => rows.find((row) => row.language === code)
  const chosen = written(language) ?? written(fallbackLocale) ?? rows[0]!
  return { version: newest.version, language: chosen.language, text: chosen.body, publishedAt: newest.at }
}

/** The text of a draft with its values. @throws Cannot, with what is wrong with it */
async function filledDraft(db: Db | Tx, language: LocaleCode, body: string, now: number): Promise<string> {
  if (body.length > CONTRACT_WRITTEN_MAX) throw new Cannot('cannot.articleLong', { max: CONTRACT_WRITTEN_MAX })
  if (/[^\P{Cc}\r\n\t]/u.test(body)) throw new Cannot('cannot.articleControl')
  const [strange] = strangeNames(body)
  if (strange !== undefined)
    throw new Cannot('cannot.contractValue', {
      name: `{{${strange}}}`,
      known: textValues.map((one) => `{{${one}}}`).join(', '),
    })
  readBody(body.split(/\r?\n/), 1)
  const text = filledLines(body, await textValuesOf(db, language, now)).trim()
  if (text.length > CONTRACT_FILLED_MAX) throw new Cannot('cannot.articleLong', { max: CONTRACT_FILLED_MAX })
  // The values are read with the text, too: a name of the market may look like markup.
  if (readBody(text.split('\n'), 1).length === 0) throw new Cannot('cannot.articleEmpty')
  return `${text}\n`
}

/** Keeps a draft in a language; an empty one is removed. `now` is Unix ms. @throws Cannot */
export async function putDraft(
  db: Db,
  { language, body }: { language: LocaleCode; body: string },
  now: number,
  actor: Actor,
): Promise<void> {
  if (body.trim() !== '') await filledDraft(db, language, body, now)
  await db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('contract_drafts')
      .select('body')
      .where('language', '=', language)
      .executeTakeFirst()
    if (body.trim() === '') await tx.deleteFrom('contract_drafts').where('language', '=', language).execute()
    else {
      const row = { body, at: new Date(now) }
      await tx
        .insertInto('contract_drafts')
        .values({ language, ...row })
        .onConflict((oc) => oc.column('language').doUpdateSet(row))
        .execute()
    }
    await audit(tx, {
      ...actor,
      what: 'contract.draft',
      subject: `contract:${language}`,
      before: before ?? null,
      after: body.trim() === '' ? null : { body },
    })
  })
}

/** The drafts that an operator has seen, to be published. */
export interface Expected {
  /** The version that they become. */
  version: number
  /** When the newest of them was saved (Unix ms). */
  draftedAt: number
}

/**
 * Publishes the drafts as the operator expects them, and removes them. `now` is Unix ms. Returns the version.
 *
 * @throws Cannot where there is no draft, one cannot be read, another version or draft came meanwhile, or there are too
 * many versions
 */
export function publishContract(db: Db, expected: Expected, now: number, actor: Actor): Promise<number> {
  return catalogueTransaction(db, async ({ tx }) => {
    const newest = await publishedContract(tx)
    const version = (newest?.version ?? (await readSetting(tx, 'contractFirst'))) + 1
    if (version !== expected.version) throw new Cannot('cannot.contractMoved', { version: version - 1 })
    if ((await versionsOf(tx)).length >= CONTRACT_VERSIONS_MAX)
      throw new Cannot('cannot.contractsMany', { max: CONTRACT_VERSIONS_MAX })
    // Taken away in the statement that reads them: no draft that is saved meanwhile is lost.
    const drafts = await tx.deleteFrom('contract_drafts').returningAll().execute()
    if (drafts.length === 0) throw new Cannot('cannot.contractNone')
    if (drafts.some(({ at }) => at.getTime() > expected.draftedAt)) throw new Cannot('cannot.contractDrafted')
    const published: Record<string, string> = {}
    for (const { language, body } of drafts) published[language] = await filledDraft(tx, language, body, now)
    await tx
      .insertInto('contract_versions')
      .values(
        drafts.map(({ language, body }) => ({
          ...{ version, language, body: published[language]!, written: body },
          published_at: new Date(now),
        })),
      )
      .execute()
    await audit(tx, {
      ...actor,
      what: 'contract.publish',
      subject: `contract:${version}`,
      before: newest ?? null,
      after: { version, texts: published },
    })
    return version
  })
}

/** The published versions, the newest first. */
export async function versionsOf(db: Db | Tx): Promise<{ version: number; at: number; languages: string[] }[]> {
  const rows = await db
    .selectFrom('contract_versions')
    .select(['version', 'language', 'published_at'])
    .orderBy('version', 'desc')
    .orderBy('language')
    .execute()
  return [...Map.groupBy(rows, ({ version }) => version)].map(([version, texts]) => ({
    version,
    at: texts[0]!.published_at.getTime(),
    languages: texts.map(({ language }) => language),
  }))
}

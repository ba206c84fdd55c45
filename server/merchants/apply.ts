import type { Payload } from '#contract/registry.ts'
import { FILE_BYTES_MAX } from '#contract/pictures/files.ts'
import {
  applicationPictures,
  APPLICATIONS_MAX,
  cleanDocumentNumber,
  cleanName,
  isDocumentNumber,
  nameKey,
  STORE_NAME_MIN,
  SUBMISSIONS_MAX,
  type ApplicationPicture,
} from '#contract/merchants/rules.ts'
import { nextApplicationState } from '#contract/merchants/states.ts'
import type { OwnRefusal } from '#contract/wire/schema-refusals.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { Tx } from '../db/tables/tables.ts'
import { claimIds } from '../files/claim-files.ts'
import { forgetFiles } from '../files/purge.ts'
import type { MutationCall } from '../http/handlers.ts'
import { applicationsOf, readApplication, type Application } from './application.ts'
import { invitingStore } from './codes.ts'
import { pictureSubject, sealNumber } from './documents.ts'
import { isNameTaken } from '../stores/names/is-taken.ts'
import { lookKey } from '../stores/names/look-key.ts'
import { openParty, sealParty, type Party } from './party.ts'
import { readPromises } from '../market/promises.ts'
import { counterSign, signedWords } from './receipt.ts'

const HOUR_MS = 3_600_000

type Submission = Payload<'merchant.apply'>

/** The checked values of an application, in the form in which they are stored. */
interface Checked {
  storeName: string
  realName: string
  documentNumber: string | null
  invitedBy: number | null
  before: Application | undefined
  /** The party that had signed it before. */
  party: Party | undefined
  /** The words of what is signed now; undefined where nothing is. */
  signed: { words: string | null } | undefined
}

const no = (reason: OwnRefusal['reason'], params?: OwnRefusal['params']): OwnRefusal =>
  params ? { reason, params } : { reason }

/** Stores an application, or its corrections; or says why not, and then has changed nothing. */
export async function submit(call: MutationCall, p: Submission): Promise<Application | OwnRefusal> {
  const checked = await check(call, p)
  if ('reason' in checked) return checked
  const { before, storeName, realName, documentNumber } = checked
  const names = { storeName, realName }
  const pictures = await takePictures(call, p, before)
  if ('reason' in pictures) return pictures
  const { tx, userId, rev, keys } = call
  const { contract, strokes } = p
  const last = checked.party?.receipt ?? null
  const signed = contract && checked.signed ? { contract, ...checked.signed } : undefined
  const receipt = signed
    ? await counterSign(call, { contract: signed.contract, strokes }, { id: p.id, ...names }, { words: signed.words })
    : last
  const values = {
    state: 'submitted' as const,
    store_name: storeName,
    name_key: nameKey(storeName),
    look_key: lookKey(storeName),
    logo: pictures.logo && JSON.stringify(pictures.logo),
    files: JSON.stringify(pictures.files),
    code: p.code.trim(),
    invited_by: checked.invitedBy,
    asked: '[]',
    submitted_at: new Date(call.now()),
    due_at: new Date(call.now() + (await readPromises(tx)).reviewMost * HOUR_MS),
    taken_at: null,
    rev,
    ...(signed && { contract_version: signed.contract.version, contract_notified: signed.contract.version }),
    ...(documentNumber !== null && { identity: sealNumber(keys, p.id, documentNumber) }),
    ...sealParty(keys, p.id, { realName, receipt }),
  }
  if (before)
    await tx
      .updateTable('merchant_applications')
      .set({ ...values, sent: before.sent + 1 })
      .where('id', '=', p.id)
      .execute()
  else
    await tx
      .insertInto('merchant_applications')
      .values({ identity: null, ...values, id: p.id, user_id: userId, store_id: null, reason: null })
      .execute()
  return (await readApplication(tx, p.id))!
}

async function check(call: MutationCall, p: Submission): Promise<Checked | OwnRefusal> {
  const { tx, userId, keys } = call
  const mine = await applicationsOf(tx, userId)
  const before = mine.find((one) => one.id === p.id)
  const fault = before
    ? resubmissionFault(before)
    : await firstFault(tx, p, mine.filter((one) => one.state !== 'refused').length, mine.length)
  if (fault) return fault
  const [storeName, realName] = [cleanName(p.storeName), cleanName(p.realName)]
  if (storeName.length < STORE_NAME_MIN) return no('invalid', { path: 'storeName' })
  const documentNumber = p.documentNumber === null ? null : cleanDocumentNumber(p.documentNumber)
  if (documentNumber !== null && !isDocumentNumber(documentNumber)) return no('invalid', { path: 'documentNumber' })
  if (await isNameTaken(tx, storeName, { application: before?.id }, call.now())) return no('storeNameTaken')
  const invitedBy = await invitingStore(tx, p.code)
  if (invitedBy === undefined) return no('invitationUnknown')
  const party = before && openParty(keys, before)
  const needed = !party?.receipt || party.realName !== realName || before?.store_name !== storeName
  const signed = await signedWords(call, p.contract && { contract: p.contract, strokes: p.strokes }, needed)
  if (signed && 'fault' in signed) return no(signed.fault)
  return { before, party, storeName, realName, documentNumber, invitedBy, signed }
}

const resubmissionFault = ({ state, sent }: Application): OwnRefusal | undefined => {
  if (nextApplicationState(state, 'submit') === undefined) return no('applicationOpen')
  return sent >= SUBMISSIONS_MAX ? no('applicationsFull', { max: SUBMISSIONS_MAX }) : undefined
}

async function firstFault(tx: Tx, p: Submission, open: number, all: number): Promise<OwnRefusal | undefined> {
  if (open > 0) return no('applicationOpen')
  if (all >= APPLICATIONS_MAX) return no('applicationsFull', { max: APPLICATIONS_MAX })
  const others = await tx.selectFrom('merchant_applications').select('id').where('id', '=', p.id).executeTakeFirst()
  if (others) return no('idReused')
  const lacking = applicationPictures.find((which) => p.pictures[which] === null)
  if (lacking !== undefined) return no('invalid', { path: `pictures.${lacking}` })
  return p.documentNumber === null ? no('invalid', { path: 'documentNumber' }) : undefined
}

/** Why the pictures that came cannot be taken; undefined when they can. */
async function pictureFault({ tx, userId }: MutationCall, ids: readonly string[]): Promise<OwnRefusal | undefined> {
  if (ids.length === 0) return undefined
  const found = await tx
    .selectFrom('files')
    .select('size')
    .where('user_id', '=', userId)
    .where('state', '=', 'here')
    .where('id', 'in', ids)
    .forUpdate()
    .execute()
  if (found.length < ids.length) return no('fileMissing')
  return found.some(({ size }) => size > FILE_BYTES_MAX) ? no('tooLarge') : undefined
}

/** Takes the pictures that came: the logo is shown, documents stay sealed; those that they replace are deleted. */
async function takePictures(
  call: MutationCall,
  p: Submission,
  before: Application | undefined,
): Promise<{ logo: Picture | null; files: Record<ApplicationPicture, string | null> } | OwnRefusal> {
  const came = applicationPictures.flatMap((which) => {
    const id = p.pictures[which]
    return id === null ? [] : [{ which, id }]
  })
  const fault = await pictureFault(
    call,
    came.map(({ id }) => id),
  )
  if (fault) return fault
  const files = { logo: null, front: null, back: null, holding: null, ...before?.files }
  const replaced = came.flatMap(({ which }) => files[which] ?? [])
  let logo = before?.logo ?? null
  for (const { which, id } of came) {
    const claimed = await claimIds(call, [id], FILE_BYTES_MAX, pictureSubject(p.id, which), which === 'logo')
    if ('reason' in claimed) throw new Error(`A picture went while its row was held: ${claimed.reason}`)
    files[which] = id
    if (which === 'logo') logo = claimed[0] ?? null
  }
  await forgetFiles(call.tx, call.userId, replaced)
  return { logo, files }
}

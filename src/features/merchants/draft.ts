import {
  applicationPictures,
  cleanDocumentNumber,
  cleanName,
  isDocumentNumber,
  isName,
  STORE_NAME_MIN,
  type ApplicationPicture,
} from '#contract/merchants/rules.ts'
import type { MerchantApplication } from '#contract/sync/schema-rows.ts'

/** A contract as it is read and signed: its text, written as articles are. */
export interface KeptContract {
  version: number
  language: string
  text: string
}

/** The typed and chosen values of an application before it is sent. */
export interface ApplicationDraft {
  /** The id of the application. */
  id: string
  storeName: string
  documentNumber: string
  realName: string
  code: string
  agreed: boolean
  pictures: Record<ApplicationPicture, string | null>
  /** The contract as it last came, so that it can be read and signed without a network, too. */
  contract?: KeptContract
}

/** The fields of the form, in its order. */
export const applicationFields = [
  'logo',
  'storeName',
  'documentNumber',
  'realName',
  'front',
  'back',
  'holding',
  'code',
  'agreed',
] as const
export type FieldName = (typeof applicationFields)[number]

const noPictures = { logo: null, front: null, back: null, holding: null }

/** An empty draft, or the first of corrections to an application. */
export const newDraft = (application: MerchantApplication | undefined, code: string): ApplicationDraft => ({
  id: application?.id ?? crypto.randomUUID(),
  storeName: application?.storeName ?? '',
  documentNumber: '',
  realName: application?.realName ?? '',
  code: application?.code ?? code,
  agreed: application !== undefined,
  pictures: noPictures,
})

/** A draft as it was kept; undefined when it is none, or one of another application. */
export function readApplicationDraft(text: string | null, of: string | undefined): ApplicationDraft | undefined {
  if (text === null) return undefined
  const kept = JSON.parse(text) as Partial<ApplicationDraft>
  if (typeof kept.id !== 'string' || (of !== undefined && kept.id !== of)) return undefined
  return {
    id: kept.id,
    storeName: kept.storeName ?? '',
    documentNumber: kept.documentNumber ?? '',
    realName: kept.realName ?? '',
    code: kept.code ?? '',
    agreed: kept.agreed ?? false,
    pictures: { ...noPictures, ...kept.pictures },
    ...(kept.contract && { contract: kept.contract }),
  }
}

/** The fields to fill in: all of them in a first application, else those for which corrections were asked. */
export type WantedFields = ReadonlySet<FieldName>

/** The fault of a wanted field; the key of its text is `merchant.wrong.<fault>`. */
export type FieldFault =
  | 'storeName'
  | 'storeNameForm'
  | 'realName'
  | 'realNameForm'
  | 'documentNumber'
  | 'documentNumberForm'
  | 'picture'
  | 'samePicture'
  | 'agreed'

export function faultsOf(draft: ApplicationDraft, wanted: WantedFields): Partial<Record<FieldName, FieldFault>> {
  const faults: Partial<Record<FieldName, FieldFault>> = {}
  const [store, name] = [cleanName(draft.storeName), cleanName(draft.realName)]
  const number = cleanDocumentNumber(draft.documentNumber)
  if (wanted.has('storeName') && (store.length < STORE_NAME_MIN || !isName(store)))
    faults.storeName = store === '' ? 'storeName' : 'storeNameForm'
  if (wanted.has('documentNumber') && !isDocumentNumber(number))
    faults.documentNumber = number === '' ? 'documentNumber' : 'documentNumberForm'
  if (wanted.has('realName') && !isName(name)) faults.realName = name === '' ? 'realName' : 'realNameForm'
  const seen = new Set<string>()
  for (const which of applicationPictures) {
    const file = draft.pictures[which]
    if (file === null) {
      if (wanted.has(which)) faults[which] = 'picture'
    } else if (seen.has(file)) faults[which] = 'samePicture'
    else seen.add(file)
  }
  if (wanted.has('agreed') && !draft.agreed) faults.agreed = 'agreed'
  return faults
}

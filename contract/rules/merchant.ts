// What an application to sell here may be. Apart from schema/merchant.ts, so that a page can obey it without carrying
// the schemas' library.

/** Lengths (characters). */
export const STORE_NAME_MIN = 2
export const STORE_NAME_MAX = 60
export const REAL_NAME_MAX = 100
export const DOCUMENT_NUMBER_MIN = 4
export const DOCUMENT_NUMBER_MAX = 40
export const NOTE_MAX = 500

/** A person's applications that are kept; one of them at most is not refused. */
export const APPLICATIONS_MAX = 10

/** So often one application is submitted, the first time included. */
export const SUBMISSIONS_MAX = 20

/** Documents are deleted so many days after the decision; an application that nobody answers is closed after these. */
export const DOCUMENT_DAYS = 30
export const UNANSWERED_DAYS = 90

/** The pictures of an application; all but the logo are documents. */
export const applicationPictures = ['logo', 'front', 'back', 'holding'] as const
export type ApplicationPicture = (typeof applicationPictures)[number]
export const documentPictures = ['front', 'back', 'holding'] as const satisfies ApplicationPicture[]
export type DocumentPicture = (typeof documentPictures)[number]

/** What an application must satisfy, and what the operator may ask to be changed; equal to `merchant.<requirement>`. */
export const requirements = ['logo', 'storeName', 'documentNumber', 'realName', 'front', 'back', 'holding'] as const
export type Requirement = (typeof requirements)[number]

/** A name as it is kept: no spaces around it, one between words. */
export const cleanName = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** Whether a name is one: letters or digits in it, and nothing that cannot be seen. */
export const isName = (text: string): boolean => /[\p{L}\p{N}]/u.test(text) && !/[\p{Cc}\p{Cf}\p{Co}]/u.test(text)

/** A store's name as two are compared: equal ones would be taken for each other. */
export const nameKey = (name: string): string =>
  cleanName(name)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '') || cleanName(name)

/** A document's number as it is kept: capitals, without spaces. */
export const cleanDocumentNumber = (text: string): string => text.normalize('NFKC').toUpperCase().replace(/\s+/gu, '')

/** Whether it may be one: letters, digits, and what stands between them. */
export const isDocumentNumber = (text: string): boolean =>
  text.length >= DOCUMENT_NUMBER_MIN &&
  text.length <= DOCUMENT_NUMBER_MAX &&
  /^[\p{L}\p{N}][\p{L}\p{N}./-]*$/u.test(text)

/** A merchant's invitation code has so many letters of the market's alphabet (letters.ts). */
export const MERCHANT_CODE_LENGTH = 8

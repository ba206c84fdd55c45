// The rules of an application to sell here. Apart from schema.ts, so that a page can obey them without
// carrying the schemas' library.

/** Lengths (characters). */
export const STORE_NAME_MIN = 2
export const STORE_NAME_MAX = 60
export const REAL_NAME_MAX = 100
export const DOCUMENT_NUMBER_MIN = 4
export const DOCUMENT_NUMBER_MAX = 40
export const NOTE_MAX = 500

/** The largest number of applications kept of a person; at most one of them is not refused. */
export const APPLICATIONS_MAX = 10

/** The number of times that one application can be submitted, the first time included. */
export const SUBMISSIONS_MAX = 20

/**
 * The days from the decision until documents are deleted, and the days until an application that nobody answers is
 * closed.
 */
export const DOCUMENT_DAYS = 30
export const UNANSWERED_DAYS = 90

/** The pictures of an application; all but the logo are documents. */
export const applicationPictures = ['logo', 'front', 'back', 'holding'] as const
export type ApplicationPicture = (typeof applicationPictures)[number]
export const documentPictures = ['front', 'back', 'holding'] as const satisfies ApplicationPicture[]
export type DocumentPicture = (typeof documentPictures)[number]

/**
 * The requirements of an application, which are also what the operator may ask to be changed; equal to
 * `merchant.<requirement>`.
 */
export const requirements = ['logo', 'storeName', 'documentNumber', 'realName', 'front', 'back', 'holding'] as const
export type Requirement = (typeof requirements)[number]

/** A name as it is kept: no spaces around it, one between words. */
export const cleanName = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** Whether a text is a name: letters or digits in it, and nothing that cannot be seen. */
export const isName = (text: string): boolean => /[\p{L}\p{N}]/u.test(text) && !/[\p{Cc}\p{Cf}\p{Co}]/u.test(text)

/** A store's name as it is compared with others: equal ones would be mistaken for each other. */
export const nameKey = (name: string): string =>
  cleanName(name)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '') || cleanName(name)

/** A document's number as it is kept: capitals, without spaces. */
export const cleanDocumentNumber = (text: string): string => text.normalize('NFKC').toUpperCase().replace(/\s+/gu, '')

/** Whether a text may be a document's number: letters, digits, and the signs between them. */
export const isDocumentNumber = (text: string): boolean =>
  text.length >= DOCUMENT_NUMBER_MIN &&
  text.length <= DOCUMENT_NUMBER_MAX &&
  /^[\p{L}\p{N}][\p{L}\p{N}./-]*$/u.test(text)

/** The length of a merchant's invitation code, in letters of the market's alphabet (letters.ts). */
export const MERCHANT_CODE_LENGTH = 8

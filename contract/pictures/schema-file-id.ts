import * as z from 'zod/mini'
import { FILE_ID } from './files.ts'

/** The id of a file: the SHA-256 of its bytes, in hexadecimal. Equal bytes are one file. */
export const FileId = z.string().check(z.regex(FILE_ID))

/** The ids of at most so many files, each once. */
export const fileIds = (most: number) =>
  z.array(FileId).check(
    z.maxLength(most),
    z.refine((ids) => new Set(ids).size === ids.length),
  )

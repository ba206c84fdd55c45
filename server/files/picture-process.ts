import { serveHelper } from './serve-helper.ts'
import { makePicture } from './make-picture.ts'

serveHelper((bytes: Uint8Array) => makePicture(Buffer.from(bytes)))

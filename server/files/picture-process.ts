import { serveHelper } from '../helper-process/serve-helper.ts'
import { makePicture } from './make-picture.ts'

serveHelper((bytes: Uint8Array) => makePicture(Buffer.from(bytes)))

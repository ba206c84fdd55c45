import { serveHelper } from '../../files/serve-helper.ts'
import { encodePicture } from './encode.ts'
import type { EncodeOrder } from './encoder.ts'

serveHelper(({ original, width, form }: EncodeOrder) => encodePicture(original, width, form))

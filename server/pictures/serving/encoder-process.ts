import { serveHelper } from '../../files/serve-helper.ts'
import { encode } from './encode.ts'
import type { Order } from './encoder.ts'

serveHelper(({ original, width, form }: Order) => encode(original, width, form))

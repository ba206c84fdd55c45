import { judgePad, PAD_FILE_MAX, padRowsOf, type PadLine } from '#contract/pads/rules.ts'
import { withRows, type PadRow } from '#contract/pads/rows.ts'
import { parseTable } from '#contract/text/table-text.ts'
import type { CallOutcome, PadShown } from '../api/worker-api.ts'
import { readMeta } from '../outbox/fence.ts'
import { namedByCodes } from './codes.ts'
import type { Device } from '../session/device.ts'
import type { OwnCallsFor } from '../session/session.ts'

/** The quick-order pad: its rows are kept, read out of texts and files, and checked, all on this device. */
export const padCommands = (device: Pick<Device, 'catalogue'>): OwnCallsFor<'pad.keep' | 'pad.read' | 'pad.check'> => ({
  'pad.keep': async ({ rows, add }, { person: { db } }) => {
    const left = await db.transaction('rw', [db.meta], async () => {
      const before = add ? ((await readMeta(db, 'pad'))?.rows ?? []) : []
      const kept = withRows(before, rows)
      await db.meta.put({ key: 'pad', rows: kept.rows })
      return kept.left
    })
    return accepted({ left })
  },
  'pad.read': async (input) => {
    const text = 'text' in input ? input.text : await textOf(input.file)
    return accepted({ rows: text === undefined ? null : padRowsOf(parseTable(text)) })
  },
  'pad.check': async ({ rows }) => {
    const { goods, missing, lacking } = await namedByCodes(await device.catalogue(), rows.map(codeOf))
    return accepted({ lines: judgePad(rows, goods).map(shown), missing, lacking })
  },
})

const accepted = <T>(data: T): CallOutcome<T> => ({ kind: 'accepted', data })
const codeOf = ({ code }: PadRow): string => code.trim()

/** A file's text; undefined when it is too large or no text. */
async function textOf(file: Blob): Promise<string | undefined> {
  if (file.size > PAD_FILE_MAX) return undefined
  const bytes = new Uint8Array(await file.arrayBuffer())
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe
  const text = new TextDecoder(wide ? 'utf-16le' : 'utf-8').decode(bytes)
  return text.includes('\0') ? undefined : text
}

function shown(line: PadLine): PadShown {
  if (line.state === 'empty' || line.state === 'away') return { state: line.state }
  const named = { id: line.product?.id, title: line.product?.title, label: line.variant?.label }
  if (line.state === 'wrong') return { ...named, state: 'wrong', fault: line.fault }
  const { product, variant, num, price, amount } = line
  return {
    ...named,
    state: 'ready',
    id: product.id,
    shopId: product.storeId,
    variantId: variant?.id ?? 0,
    num,
    price,
    amount,
    currency: product.currency,
  }
}

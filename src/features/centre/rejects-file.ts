import { PROBLEM } from '#contract/rules/goods-problem.ts'
import type { Fault } from '#contract/rules/goods-said.ts'
import { writeTable } from '#contract/rules/table-text.ts'
import type { Rejected } from '../../data/use-store.ts'

/**
 * What of a file could not be taken over, as a table: its own rows with the reason behind the first of each product, so
 * that it is mended and brought in again as it is. Of JSON Lines the lines as they were.
 */
export function rejectsFile({ head, faults }: Rejected, reason: (fault: Fault) => string): string {
  const columns = head.length > 0 ? head : ['line']
  const width = columns.length
  const rows = faults.flatMap((fault) =>
    fault.rows.map((cells, n) => [
      ...Array.from({ length: width }, (_, i) => cells[i] ?? ''),
      n === 0 ? reason(fault) : '',
      ...cells.slice(width),
    ]),
  )
  return writeTable([[...columns, PROBLEM], ...rows])
}

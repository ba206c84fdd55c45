import { PROBLEM } from '#contract/products/problem.ts'
import type { RawFault } from '#contract/products/raw.ts'
import { writeTable } from '#contract/text/table-text.ts'
import type { Rejected } from '../../../data/stores/use-store.ts'

/**
 * The rows of a file that could not be taken over, as a table. The first row of each product ends with the reason, so
 * that the file can be corrected and imported again as it is. For JSON Lines, the rows are the original lines.
 */
export function rejectsFile({ head, faults }: Rejected, reason: (fault: RawFault) => string): string {
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

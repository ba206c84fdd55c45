/** Rows by their id; those that were not found are left out. */
export const byId = <Id extends number | string, T extends { id: Id }>(
  rows: readonly (T | undefined)[],
): Map<T['id'], T> => new Map(rows.flatMap((row) => (row ? [[row.id, row]] : [])))

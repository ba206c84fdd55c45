import type { DBCore, Dexie } from 'dexie'

/**
 * Notes each product that is written or deleted in `unindexed`, in the transaction that does so: the search index can
 * therefore never miss one, whoever wrote it and wherever they died. `written` is called when products or categories
 * change,
 * before that is committed: whoever then reads `unindexed` waits for it.
 */
export function noteUnindexed(db: Dexie, written: () => void): void {
  db.use({ stack: 'dbcore', name: 'noteUnindexed', create: notingCore(written) })
}

const notingCore =
  (written: () => void) =>
  (core: DBCore): DBCore => ({
    ...core,
    transaction: (stores, mode, options) =>
      core.transaction(
        mode === 'readwrite' && stores.includes('products') && !stores.includes('unindexed')
          ? [...stores, 'unindexed']
          : stores,
        mode,
        options,
      ),
    table: (name) => {
      const table = core.table(name)
      if (name !== 'products' && name !== 'categories') return table
      return {
        ...table,
        mutate: async (request) => {
          written()
          if (name === 'categories') return table.mutate(request)
          const { trans } = request
          const ids =
            request.type === 'deleteRange'
              ? (
                  await table.query({
                    trans,
                    values: false,
                    query: { index: table.schema.primaryKey, range: request.range },
                  })
                ).result
              : request.type === 'delete'
                ? request.keys
                : request.values.map((row: { id: number }) => row.id)
          const done = await table.mutate(request)
          await core.table('unindexed').mutate({ type: 'put', trans, values: (ids as number[]).map((id) => ({ id })) })
          return done
        },
      }
    },
  })

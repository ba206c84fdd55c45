import { expect, it } from 'vitest'
import { reportEvents, reportTable } from '#contract/reports/rules.ts'
import { orderEvents, stageTable } from '#contract/orders/stages.ts'

// docs/order-stages.md is drawn from the tables: `npm test -- laws -u` draws it again.

type Table = Readonly<Record<string, Partial<Record<string, string>>>>

/** A table of states as a diagram, and what each event is. */
function drawn(table: Table, events: Readonly<Record<string, string>>): string {
  const ways = Object.entries(table).flatMap(([from, out]) =>
    Object.entries(out).map(([event, to]) => `  ${from} --> ${to} : ${event}`),
  )
  const ends = Object.entries(table).flatMap(([state, out]) =>
    Object.keys(out).length === 0 ? [`  ${state} --> [*]`] : [],
  )
  const rows = Object.entries(events).map(([event, by]) => `| \`${event}\` | ${by} |`)
  return [
    ...['```mermaid', 'stateDiagram-v2', ...ways, ...ends, '```', ''],
    ...['| event | by |', '|---|---|', ...rows, ''],
  ].join('\n')
}

it('the document of how orders move on is the tables that the server obeys', async () => {
  const document = [
    '# How orders move on',
    '',
    'Drawn by `tests/laws/contract/order-stages.test.ts` from `contract/orders/stages.ts` and `reports/rules.ts`: never edited',
    'by hand. What each event does to money and stock stands at the head of `server/orders/moves/moves.ts`; why it is so, in',
    '[orders](decisions/orders.md).',
    '',
    '## An order of one store',
    '',
    '`back`: to where its parcels say that it is (`stageByParcels` in `contract/orders/parts.ts`).',
    '',
    drawn(stageTable, orderEvents),
    '## A problem with a line of it',
    '',
    drawn(reportTable, reportEvents),
  ].join('\n')
  await expect(document).toMatchFileSnapshot('../../../docs/order-stages.md')
})

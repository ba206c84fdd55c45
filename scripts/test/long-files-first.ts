import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longer than most others of their kind, the longest first. */
const LONG = [
  'tests/e2e/chaos/chaos-browser.test.ts',
  'tests/e2e/screens/accessibility.test.ts',
  'tests/journeys/processes/chaos-server.test.ts',
  'tests/journeys/wallet/chaos-money.test.ts',
  'tests/journeys/versions/upgrades.test.ts',
  'tests/laws/contract/lists-agree.test.ts',
]

const place = ({ moduleId }: TestSpecification): number => {
  const at = LONG.findIndex((file) => moduleId.endsWith(file))
  return at === -1 ? LONG.length : at
}

/** Begins with the longest files, so that none of them runs alone at the end. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

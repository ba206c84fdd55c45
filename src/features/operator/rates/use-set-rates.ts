import type { CallInput } from '../../../data/use-call.ts'
import { useAct } from '../use-act.ts'

type Rates = CallInput<'operator.ratesSet'>['rates']

/** Sets rates; resolves to the codes of those that wait for another operator, undefined where nothing was done. */
export function useSetRates(): { set(rates: Rates): Promise<readonly string[] | undefined>; busy: boolean } {
  const { act, busy } = useAct('operator.ratesSet')
  return { set: async (rates) => (await act({ rates }))?.waits, busy }
}

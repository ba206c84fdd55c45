import { operatorEndpoints } from '#contract/operator-endpoints.ts'
import type { Input, OperatorEndpointName } from '#contract/registry.ts'
import { own, type Trial, type Trials } from './trial.ts'

/** Those that anybody with a session may ask. */
const entrance = {
  'operator.state': [own({})],
  'operator.enter': [{ tried: 'a code of nobody', input: () => ({ code: 'AAAAA-AAAAA' }), answer: 'codeWrong' }],
  'factor.state': [own({})],
  'factor.begin': [
    { tried: "under a password not one's own", input: () => ({ password: 'their password' }), answer: 'wrongPassword' },
  ],
  'factor.confirm': [{ tried: 'a code of nobody', input: () => ({ code: '123456' }), answer: 'factorNeeded' }],
  'factor.prove': [{ tried: 'a code of nobody', input: () => ({ code: '123456' }), answer: 'factorNeeded' }],
  'factor.end': [{ tried: 'a code of nobody', input: () => ({ code: '123456' }), answer: 'factorNeeded' }],
} as const satisfies { [K in OperatorEndpointName]?: Trials<Input<K>> }

const noOperator: Trials<object> = [{ tried: 'as no operator', input: () => ({}), answer: 'noRight' }]

/** The trials of the operator's calls (trials.ts); whoever is no operator gets nowhere, whatever they send. */
export const operatorTrials = {
  ...Object.fromEntries(
    Object.entries(operatorEndpoints)
      .filter(([, e]) => e.access === 'operator')
      .map(([name]) => [name, noOperator]),
  ),
  ...entrance,
} as unknown as { [K in OperatorEndpointName]: readonly [Trial<Input<K>>, ...Trial<Input<K>>[]] }

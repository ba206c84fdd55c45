import * as operator from './schema/operator.ts'

/** The operator's entrance and desks, by name; online only, and loaded by whoever opens them. */
export const operatorEndpoints = {
  'operator.state': operator.operatorState,
  'operator.enter': operator.operatorEnter,
  'operator.audit': operator.operatorAudit,
} as const

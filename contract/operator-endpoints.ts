import * as factor from './schema/factor.ts'
import * as operator from './schema/operator.ts'

/** The operator's entrance and desks, and second factors, by name; online only, and loaded by whoever opens them. */
export const operatorEndpoints = {
  'operator.state': operator.operatorState,
  'operator.enter': operator.operatorEnter,
  'factor.state': factor.factorState,
  'factor.begin': factor.factorBegin,
  'factor.confirm': factor.factorConfirm,
  'factor.prove': factor.factorProve,
  'factor.end': factor.factorEnd,
  'operator.audit': operator.operatorAudit,
  'operator.auditFile': operator.operatorAuditFile,
} as const

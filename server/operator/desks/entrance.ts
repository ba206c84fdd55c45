import { accepted, refused, type HandlersFor, type SignedIn } from '../../http/handlers.ts'
import type { Stated } from '#contract/registry.ts'
import { auditFile } from '../../audit/audit-file.ts'
import { readAudit } from '../../audit/read-audit.ts'
import { isEnrolled } from '../../factors/second-factor.ts'
import { operatorOf } from '../../http/operator.ts'
import { operatorAreaHandlers } from '../../market/areas/operator-handlers.ts'
import { operatorArticleHandlers } from '../../articles/operator-handlers.ts'
import { operatorCatalogueHandlers } from '../../categories/operator-handlers.ts'
import { operatorContractHandlers } from '../../market/merchant-contract/operator-handlers.ts'
import { operatorCurrencyHandlers } from '../../currencies/operator-handlers.ts'
import { deskHandlers } from './desks.ts'
import { operatorRequestHandlers } from '../../quotes/store/operator-handlers.ts'
import { operatorTraderHandlers } from './traders.ts'
import { operatorWaitHandlers } from './wait-handlers.ts'
import { enterByCode } from '../operators.ts'

const entrance: HandlersFor<'operator.state' | 'operator.enter' | 'operator.audit' | 'operator.auditFile'> = {
  'operator.state': async (call) => accepted(await stateOf(call)),
  'operator.enter': async (call, { code }) => {
    const became = await enterByCode(call.db, call.user.id, code, call.now())
    if (became === 'entered') return accepted(await stateOf(call))
    return refused(became === 'over' ? 'codeExpired' : 'codeWrong')
  },
  'operator.audit': async (call, input) => accepted(await readAudit(call.db, input)),
  'operator.auditFile': async (call, input) => accepted(await auditFile(call.db, input)),
}

/** The operator's entrance and audit log, and what the other desks ask. */
export const operatorHandlers = {
  ...entrance,
  ...deskHandlers,
  ...operatorAreaHandlers,
  ...operatorArticleHandlers,
  ...operatorCatalogueHandlers,
  ...operatorContractHandlers,
  ...operatorCurrencyHandlers,
  ...operatorRequestHandlers,
  ...operatorTraderHandlers,
  ...operatorWaitHandlers,
}

/** How far the person is on the way in. */
async function stateOf({ db, user, tokenHash, now }: SignedIn): Promise<Stated<'operator.state'>> {
  const operator = await operatorOf(db, tokenHash, now())
  if (!operator) return { state: 'none', rights: [], until: null }
  const { rights, entered, provenUntil } = operator
  if (!entered) return { state: 'code', rights, until: null }
  if (provenUntil && provenUntil.getTime() > now()) return { state: 'in', rights, until: provenUntil.getTime() }
  return { state: (await isEnrolled(db, user.id)) ? 'factor' : 'enrol', rights, until: null }
}

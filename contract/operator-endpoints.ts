import * as factor from './factors/schema.ts'
import * as desks from './operator/schema-desks.ts'
import * as acts from './operator/schema-acts.ts'
import * as areas from './market/schema-operator-areas.ts'
import * as articles from './articles/schema-operator.ts'
import * as contracts from './market/schema-operator-contract.ts'
import * as catalogue from './catalogue/schema-operator.ts'
import * as categories from './categories/schema-operator.ts'
import * as currencies from './currencies/schema-operator.ts'
import * as loans from './loans/schema-operator.ts'
import * as disputes from './reports/schema-operator.ts'
import * as talks from './messages/schema-operator.ts'
import * as traders from './operator/schema-traders.ts'
import * as withdrawals from './withdrawals/schema-operator.ts'
import { money, moneySet } from './market/schema-operator-money.ts'
import { ledger } from './ledger/schema-operator.ts'
import * as pictures from './pictures/schema-operator.ts'
import { reserves } from './reserves/schema-operator.ts'
import * as requests from './operator/schema-requests.ts'
import * as waits from './operator/schema-waits.ts'
import * as sweeps from './reserves/schema-operator-sweeps.ts'
import * as operator from './operator/schema.ts'
import * as applications from './merchants/schema-operator.ts'

/** The operator's entrance and desks, and second factors, by name; online only, and loaded by whoever opens them. */
export const operatorEndpoints = {
  'operator.state': operator.operatorState,
  'operator.enter': operator.operatorEnter,
  'factor.state': factor.factorState,
  'factor.begin': factor.factorBegin,
  'factor.confirm': factor.factorConfirm,
  'factor.prove': factor.factorProve,
  'factor.end': factor.factorEnd,
  'operator.applications': applications.operatorApplications,
  'operator.application': applications.operatorApplication,
  'operator.document': applications.operatorDocument,
  'operator.decideApplication': applications.operatorDecideApplication,
  'operator.articles': articles.articles,
  'operator.article': articles.article,
  'operator.articleSet': articles.articleSet,
  'operator.articleRemove': articles.articleRemove,
  'operator.groupSet': articles.groupSet,
  'operator.groupRemove': articles.groupRemove,
  'operator.contract': contracts.contract,
  'operator.contractVersion': contracts.contractVersion,
  'operator.contractSet': contracts.contractSet,
  'operator.contractPublish': contracts.contractPublish,
  'operator.goods': catalogue.goods,
  'operator.reviews': catalogue.reviews,
  'operator.bar': catalogue.bar,
  'operator.categories': categories.categories,
  'operator.categorySet': categories.categorySet,
  'operator.categoryRemove': categories.categoryRemove,
  'operator.categoryPicture': pictures.categoryPicture,
  'operator.sitePicture': pictures.sitePicture,
  'operator.loans': loans.operatorLoans,
  'operator.answerLoan': loans.operatorAnswerLoan,
  'operator.withdrawals': withdrawals.operatorWithdrawals,
  'operator.decideWithdrawal': withdrawals.operatorDecideWithdrawal,
  'operator.reserves': reserves,
  'operator.ledger': ledger,
  'operator.sweeps': sweeps.operatorSweeps,
  'operator.sweep': sweeps.operatorSweep,
  'operator.disputes': disputes.operatorDisputes,
  'operator.decideDispute': disputes.operatorDecideDispute,
  'operator.talks': talks.operatorTalks,
  'operator.talk': talks.operatorTalk,
  'operator.answerTalk': talks.operatorAnswerTalk,
  'operator.holdTalk': talks.operatorHoldTalk,
  'operator.closeTalk': talks.operatorCloseTalk,
  'operator.requests': requests.requests,
  'operator.remindStore': requests.remindStore,
  'operator.closeRequest': requests.closeRequest,
  'operator.requestsSet': requests.requestsSet,
  'operator.counts': waits.counts,
  'operator.digestSet': waits.digestSet,
  'operator.audit': operator.operatorAudit,
  'operator.auditFile': operator.operatorAuditFile,
  'operator.people': desks.people,
  'operator.stores': desks.stores,
  'operator.person': traders.person,
  'operator.store': traders.store,
  'operator.suspend': desks.suspend,
  'operator.endFactor': desks.endFactor,
  'operator.orders': desks.orders,
  'operator.refund': desks.orderRefund,
  'operator.acts': acts.acts,
  'operator.decide': acts.decide,
  'operator.staff': desks.staff,
  'operator.staffSet': desks.staffSet,
  'operator.site': desks.site,
  'operator.siteSet': desks.siteSet,
  'operator.logoSet': desks.logoSet,
  'operator.areaSet': desks.areaSet,
  'operator.areas': areas.areas,
  'operator.areasPreview': areas.areasPreview,
  'operator.areasSet': areas.areasSet,
  'operator.money': money,
  'operator.moneySet': moneySet,
  'operator.currencies': currencies.currencies,
  'operator.currency': currencies.currency,
  'operator.ratesSet': currencies.ratesSet,
  'operator.currencyChoose': currencies.currencyChoose,
  'operator.currencyRemove': currencies.currencyRemove,
  'operator.tell': desks.tell,
  'operator.figures': desks.figures,
} as const

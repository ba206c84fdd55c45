import type { ComponentType, ReactNode } from 'react'
import type { OperatorRight } from '#contract/wire/operator-rights.ts'
import { later } from '../../../data/loading/later.tsx'

/**
 * One desk of the operator's, at `/operator/<path>`: its title (a key of `desks`, with its text in `deskTexts`), what
 * somebody needs to be shown it (absent: nothing but being an operator), and its code with the texts of
 * `<name>-later.tsx`.
 */
const desk = <Title extends string>(
  path: string,
  title: Title,
  right: OperatorRight | undefined,
  name: string,
  load: () => Promise<ComponentType>,
) => {
  const Desk: (props: { instead?: ReactNode }) => ReactNode = later(name, load)
  return { path, title, right, Desk }
}

/** All desks, in the order of their list. */
export const desks = [
  desk('acts', 'acts', undefined, 'acts-desk', async () => (await import('../audit/acts-desk-later.tsx')).ActsDesk),
  desk(
    'people',
    'people',
    'people',
    'people-desk',
    async () => (await import('../account/people-desk-later.tsx')).PeopleDesk,
  ),
  desk(
    'stores',
    'stores',
    'people',
    'stores-desk',
    async () => (await import('../stores/stores-desk-later.tsx')).StoresDesk,
  ),
  desk(
    'catalogue',
    'catalogue',
    'catalogue',
    'catalogue-desk',
    async () => (await import('../catalogue/catalogue-desk-later.tsx')).CatalogueDesk,
  ),
  desk(
    'categories',
    'categories',
    'catalogue',
    'categories-desk',
    async () => (await import('../categories/categories-desk-later.tsx')).CategoriesDesk,
  ),
  desk(
    'orders',
    'sales',
    'orders',
    'sales-desk',
    async () => (await import('../orders/sales-desk-later.tsx')).SalesDesk,
  ),
  desk(
    'applications',
    'applications',
    'applications',
    'applications-desk',
    async () => (await import('../merchants/applications-desk-later.tsx')).ApplicationsDesk,
  ),
  desk(
    'talks',
    'talks',
    'service',
    'talks-desk',
    async () => (await import('../messages/talks-desk-later.tsx')).TalksDesk,
  ),
  desk(
    'requests',
    'requests',
    'service',
    'requests-desk',
    async () => (await import('../quotes/requests-desk-later.tsx')).RequestsDesk,
  ),
  desk('tell', 'tell', 'people', 'tell-desk', async () => (await import('../messages/tell-desk-later.tsx')).TellDesk),
  desk('site', 'site', 'site', 'site-desk', async () => (await import('../site/site-desk-later.tsx')).SiteDesk),
  desk('areas', 'areas', 'site', 'areas-desk', async () => (await import('../market/areas-desk-later.tsx')).AreasDesk),
  desk(
    'articles',
    'articles',
    'site',
    'articles-desk',
    async () => (await import('../articles/articles-desk-later.tsx')).ArticlesDesk,
  ),
  desk(
    'contract',
    'contract',
    'site',
    'contract-desk',
    async () => (await import('../market/contract-desk-later.tsx')).ContractScreen,
  ),
  desk('money', 'money', 'money', 'money-desk', async () => (await import('../market/money-desk-later.tsx')).MoneyDesk),
  desk('rates', 'rates', 'money', 'rates-desk', async () => (await import('../rates/rates-desk-later.tsx')).RatesDesk),
  desk(
    'staff',
    'staff',
    'staff',
    'staff-desk',
    async () => (await import('../account/staff-desk-later.tsx')).StaffDesk,
  ),
  desk(
    'withdrawals',
    'withdrawals',
    'money',
    'withdrawals-desk',
    async () => (await import('../withdrawals/withdrawals-desk-later.tsx')).WithdrawalsDesk,
  ),
  desk(
    'reserves',
    'reserves',
    'money',
    'reserves-desk',
    async () => (await import('../reserves/reserves-desk-later.tsx')).ReservesDesk,
  ),
  desk(
    'sweeps',
    'sweeps',
    'money',
    'sweeps-desk',
    async () => (await import('../reserves/sweeps-desk-later.tsx')).SweepsDesk,
  ),
  desk('loans', 'loans', 'money', 'loans-desk', async () => (await import('../loans/loans-desk-later.tsx')).LoansDesk),
  desk(
    'disputes',
    'disputes',
    'orders',
    'disputes-desk',
    async () => (await import('../orders/disputes-desk-later.tsx')).DisputesDesk,
  ),
  desk('audit', 'audit', 'staff', 'audit-desk', async () => (await import('../audit/audit-desk-later.tsx')).AuditDesk),
] as const

import { useTranslation } from 'react-i18next'
import { leftToShip, nextParcel, type LinePart } from '#contract/orders/parts.ts'
import { nextRefund, type GivesBack } from '#contract/reports/refunds.ts'
import type { SaleItem } from '#localdb/queries/stores/sales.ts'
import { useStoreMutateAll, type StoreAct } from '../../../data/stores/use-store.ts'

/** How a parcel leaves. */
export interface Leaving {
  carrier: string
  tracking: string
}

/** The actions on a store's orders, which work offline, too. Each resolves to whether it was saved. */
export interface SaleActs {
  ship(sale: SaleItem, lines: readonly LinePart[], how: Leaving): Promise<boolean>
  /** Ships all that is left of several orders, each with its own tracking. */
  shipAll(all: readonly { sale: SaleItem; how: Leaving }[]): Promise<boolean>
  replace(sale: SaleItem, report: string, how: Leaving, words: string): Promise<boolean>
  decline(sale: SaleItem, report: string, words: string): Promise<boolean>
  offer(sale: SaleItem, report: string, amount: number, words: string): Promise<boolean>
  /** Refunds part of the payment for a parcel. */
  refundPart(sale: SaleItem, parcel: number, amount: number, words: string): Promise<boolean>
  refund(sale: SaleItem, what: GivesBack, amount: number): Promise<boolean>
}

const shipping = (sale: SaleItem, lines: readonly LinePart[], { carrier, tracking }: Leaving): StoreAct => ({
  name: 'sale.ship',
  payload: {
    id: sale.id,
    parcel: nextParcel(sale),
    lines: lines.map(({ id, variantId, num }) => ({ id, variantId, num })),
    carrier: carrier.trim(),
    tracking: tracking.trim(),
  },
})

export function useSaleActs(): SaleActs {
  const { t } = useTranslation()
  const record = useStoreMutateAll()
  const shipped = { text: t('centre.shipped'), kind: 'good' } as const
  const answered = { text: t('centre.answered'), kind: 'good' } as const
  return {
    ship: (sale, lines, how) => record([shipping(sale, lines, how)], shipped),
    shipAll: (all) =>
      record(
        all.map(({ sale, how }) => shipping(sale, leftToShip(sale), how)),
        shipped,
      ),
    replace: ({ id }, report, { carrier, tracking }, words) =>
      record(
        [
          {
            name: 'sale.answer',
            payload: { id, report, say: 'replace', carrier: carrier.trim(), tracking: tracking.trim(), words },
          },
        ],
        answered,
      ),
    decline: ({ id }, report, words) =>
      record(
        [{ name: 'sale.answer', payload: { id, report, say: 'decline', carrier: '', tracking: '', words } }],
        answered,
      ),
    offer: ({ id }, report, amount, words) =>
      record([{ name: 'sale.offer', payload: { id, report, amount, words } }], answered),
    refundPart: (sale, parcel, amount, words) =>
      record(
        [
          {
            name: 'sale.refundPart',
            payload: { id: sale.id, refund: nextRefund(sale), parcel, amount, words },
          },
        ],
        { text: t('centre.refunding'), kind: 'good' },
      ),
    refund: ({ id }, what, amount) =>
      record([{ name: 'sale.refund', payload: { id, what, amount } }], { text: t('centre.refunding'), kind: 'good' }),
  }
}

import ClipboardList from 'lucide-react/icons/clipboard-list'
import ListChecks from 'lucide-react/icons/list-checks'
import Pencil from 'lucide-react/icons/pencil'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'wouter'
import { DETAILS_MAX } from '#contract/wire/limits.ts'
import { productCode } from '#contract/catalogue/product-code.ts'
import type { OwnList } from '#contract/sync/schema-rows.ts'
import { ownList, type ListedLine } from '#localdb/queries/own-lists/items.ts'
import { links } from '../../links/links.ts'
import { usePadCalls } from '../../data/use-answer.ts'
import { useLive } from '../../data/use-live.ts'
import { useMutate, useMutateAll } from '../../data/use-mutate.ts'
import { useWant } from '../../data/use-want.ts'
import { RefusedList } from '../../parts/changes/refused-list.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { useAreaOpen } from '../../parts/addresses/own-area-known.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import { VirtualList } from '../../ui/scrolling/virtual-list.tsx'
import { cartActs } from './cart-acts.ts'
import { ListLineRow } from './list-line-row.tsx'
import { NameSheet } from './name-sheet.tsx'
import styles from './own-lists.module.css'

/** One own list: its products with their quantities, as they are sold now. */
export function OwnListScreen() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const state = useLive((db) => ownList(db, id), [id])
  const lacking = [...new Set(state?.lines.flatMap((l) => (l.product && (!l.variantId || l.variant) ? [] : [l.id])))]
  useWant('catalogue.details', { ids: lacking.slice(0, DETAILS_MAX) }, lacking.length > 0)
  if (!state)
    return (
      <Screen width="narrow">
        <Skeleton height="5rem" />
        <Skeleton height="5rem" />
      </Screen>
    )
  if (!state.list)
    return (
      <Screen width="narrow">
        <RefusedList of="list" />
        <EmptyState
          icon={<ListChecks />}
          title={t('refusals.listGone')}
          action={<ButtonLink href={links.ownLists}>{t('lists.all')}</ButtonLink>}
        />
      </Screen>
    )
  return <Shown list={state.list} lines={state.lines} />
}

function Shown({ list, lines }: { list: OwnList; lines: readonly ListedLine[] }) {
  const { t } = useTranslation()
  const mutate = useMutate()
  return (
    <Screen
      width="narrow"
      title={list.name}
      end={<ListMenu list={list} />}
      foot={lines.length > 0 && <ListFoot lines={lines} />}
    >
      <RefusedList of="list" />
      {lines.length === 0 ? (
        <EmptyState
          icon={<ListChecks />}
          title={t('lists.nothing')}
          text={t('lists.nothingHint')}
          action={<ButtonLink href={links.products()}>{t('cart.browse')}</ButtonLink>}
        />
      ) : (
        <div className={styles.lines}>
          <VirtualList
            items={lines}
            itemKey={({ key }) => key}
            label={t('lists.lines')}
            memory={`list ${list.id}`}
            estimate={96}
            layout="table"
            render={(line) => (
              <ListLineRow
                line={line}
                onSet={(to, done) => {
                  const { listId, id, shopId, variantId, num } = line
                  void mutate('list.set', { listId, id, shopId, variantId, from: num, to }, done)
                }}
                onRestore={() => {
                  const { listId, id, shopId, variantId, num } = line
                  void mutate('list.set', { listId, id, shopId, variantId, from: 0, to: num })
                }}
              />
            )}
          />
        </div>
      )}
    </Screen>
  )
}

/** Renames and removes the list. */
function ListMenu({ list }: { list: OwnList }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const mutate = useMutate()
  const [naming, setNaming] = useState(false)
  const remove = async () => {
    if (await mutate('list.del', { id: list.id })) navigate(links.ownLists, { replace: true })
  }
  return (
    <>
      <IconButton label={t('lists.rename')} icon={<Pencil />} onClick={() => setNaming(true)} />
      <IconButton label={t('lists.remove')} icon={<Trash2 />} onClick={() => void remove()} />
      {naming && (
        <NameSheet
          title={t('lists.rename')}
          name={list.name}
          onClose={() => setNaming(false)}
          onName={(name) => {
            setNaming(false)
            if (name !== list.name) void mutate('list.put', { id: list.id, name })
          }}
        />
      )}
    </>
  )
}

/** The ways that a list goes: into the cart, or onto the quick-order pad, where each line is checked. */
function ListFoot({ lines }: { lines: readonly ListedLine[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const toast = useToast()
  const [, navigate] = useLocation()
  const mutateAll = useMutateAll()
  const call = usePadCalls()
  const areaOpen = useAreaOpen()
  const toPad = async () => {
    const rows = lines.map(({ id, variantId, num }) => ({ code: productCode(id, variantId), quantity: String(num) }))
    if (await call('pad.keep', { rows, add: true })) navigate(links.pad)
  }
  const toCart = () => {
    const acts = cartActs(lines, areaOpen)
    const left = lines.length - acts.length
    if (acts.length === 0) return toast({ text: t('lists.noneOrderable'), kind: 'bad' })
    void mutateAll(acts, {
      text: left > 0 ? t('lists.someAdded', { n: format.number(left) }) : t('pad.added', { count: acts.length }),
      kind: left > 0 ? 'plain' : 'good',
      action: { label: t('goods.viewCart'), run: () => navigate(links.cart) },
    })
  }
  return (
    <div className={styles.foot}>
      <Button kind="secondary" icon={<ClipboardList />} onClick={() => void toPad()}>
        {t('app.quickOrder')}
      </Button>
      <Button kind="accent" icon={<ShoppingCart />} onClick={toCart}>
        {t('lists.toCart')}
      </Button>
    </div>
  )
}

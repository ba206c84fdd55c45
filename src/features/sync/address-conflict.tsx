import { useTranslation } from 'react-i18next'
import type { Address } from '#contract/sync/schema-rows.ts'
import { addressById, type AddressClash, type AddressState } from '#localdb/queries/addresses.ts'
import type { NeedingChange } from '#localdb/queries/sync/changes.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useAddressClash, useClearAddress, type Side } from '../../parts/addresses/use-address-clash.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import { RefusedChangeRow } from './refused-change.tsx'
import styles from './sync.module.css'

/** An address that was changed here and on another device: both versions side by side, and the choice between them. */
export function AddressConflict({
  id,
  change,
  subjectText,
}: {
  id: string
  change: NeedingChange
  subjectText: string
}) {
  const state = useLive((db) => addressById(db, id), [id])
  const clear = useClearAddress(state)
  // Without a conflict it has just been settled, and leaves the list.
  if (state === undefined || !clear || (state && state.conflict === undefined)) return <Skeleton height="8rem" />
  // The address was deleted meanwhile, or its texts no longer open: there is nothing to choose between, but still a way
  // out.
  if (!state?.clash || !clear.mine || !clear.theirs)
    return <RefusedChangeRow change={change} subjectText={subjectText} />
  return <Sides state={state} clash={state.clash} mine={clear.mine} theirs={clear.theirs} subjectText={subjectText} />
}

function Sides({
  state,
  clash,
  mine,
  theirs,
  subjectText,
}: {
  state: AddressState
  clash: AddressClash
  mine: Address
  theirs: Address
  subjectText: string
}) {
  const { t } = useTranslation()
  const toast = useToast()
  const { asked, textOf, settle, busy } = useAddressClash({ id: state.address.id, rev: state.rev, clash, mine, theirs })
  const all = async (side: Side) => {
    if (await settle(Object.fromEntries(asked.map((f) => [f, side]))))
      toast({ text: t(side === 'mine' ? 'sync.said.keptMine' : 'sync.said.tookTheirs'), kind: 'good' })
  }
  const named = (act: string) => t('sync.of', { act, thing: subjectText })
  return (
    <>
      <dl className={styles.sides}>
        {asked.map((f) => (
          <div key={f} className={styles.field}>
            <dt className={styles.label}>{t(`addresses.${f}`)}</dt>
            {(['mine', 'theirs'] as const).map((side) => (
              <dd key={side} className={styles.side}>
                <span className={styles.owner}>{t(`sync.${side}`)}</span>
                <bdi>{textOf[side](f) || t('addresses.nothing')}</bdi>
              </dd>
            ))}
          </div>
        ))}
      </dl>
      <p className={styles.soft}>
        {t('sync.clash', { mine: t('addresses.keepMine'), theirs: t('addresses.takeTheirs') })}
      </p>
      <div className={styles.actions}>
        <Button busy={busy} aria-label={named(t('addresses.keepMine'))} onClick={() => void all('mine')}>
          {t('addresses.keepMine')}
        </Button>
        <Button
          kind="secondary"
          busy={busy}
          aria-label={named(t('addresses.takeTheirs'))}
          onClick={() => void all('theirs')}
        >
          {t('addresses.takeTheirs')}
        </Button>
        {asked.length > 1 && (
          <ButtonLink kind="quiet" href={links.address({ id: state.address.id })} aria-label={named(t('sync.byField'))}>
            {t('sync.byField')}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

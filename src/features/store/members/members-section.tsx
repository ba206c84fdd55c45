import { useState, type FormEvent } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { StoreRole } from '#contract/stores/roles.ts'
import { members, type MemberItem } from '#localdb/queries/stores/centre.ts'
import { later } from '../../../data/loading/later.tsx'
import { usePerson } from '../../../data/use-person.ts'
import { useStoreLive, useStoreMutate } from '../../../data/stores/use-store.ts'
import { SyncMark } from '../../../parts/sync/sync-mark.tsx'
import { useStore } from '../../../parts/stores/open-desk.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import styles from '../centre.module.css'

const FactorRow = later(
  'factor-row',
  async () => (await import('../../../parts/factors/factor-row-later.tsx')).FactorRow,
)

/** The members who act for the store. An owner invites members and ends memberships. */
export function MembersSection({ owner }: { owner: boolean }) {
  const { t } = useTranslation()
  const me = usePerson()?.uid
  const rows = useStoreLive(members)
  const [ending, setEnding] = useState<MemberItem>()
  // A store always keeps at least one owner.
  const mayLeave = rows?.some((m) => m.endedAt === null && m.id !== me && (!owner || m.role === 'owner')) ?? false
  return (
    <Section title={t('centre.members')}>
      <div className={styles.stack}>
        {!rows ? (
          <Skeleton height="6rem" />
        ) : (
          <List label={t('centre.members')}>
            {rows.map((m) => (
              <ListRow
                key={m.id}
                title={<bdi>{m.name || t('centre.newMember')}</bdi>}
                text={roleText(t, m)}
                end={
                  m.pending ? (
                    <SyncMark />
                  ) : (
                    owner &&
                    m.id !== me && (
                      <Button kind="quiet" small onClick={() => setEnding(m)}>
                        {t(m.endedAt === null ? 'centre.end' : 'centre.withdraw')}
                      </Button>
                    )
                  )
                }
              />
            ))}
          </List>
        )}
        {owner && (
          <List label={t('centre.yourAccount')}>
            <FactorRow text={t('centre.factorWhy')} />
          </List>
        )}
        {owner && <AddMember />}
        {me !== undefined && mayLeave && <Leave me={me} />}
        {ending && <EndMember member={ending} onClose={() => setEnding(undefined)} />}
      </div>
    </Section>
  )
}

/** The role of a member, and the one to which somebody is invited. */
function roleText(t: TFunction, { role, endedAt, invited }: MemberItem): string {
  const is = t(role === 'owner' ? 'centre.owner' : 'centre.staff')
  if (!invited) return is
  const asked = t(invited === 'owner' ? 'centre.invitedOwner' : 'centre.invitedStaff')
  return endedAt === null ? `${is} · ${asked}` : asked
}

/** Asks before a membership or an invitation ends: another phone loses the store with it. */
function EndMember({ member: { id, name, endedAt }, onClose }: { member: MemberItem; onClose(): void }) {
  const { t } = useTranslation()
  const mutate = useStoreMutate()
  const member = endedAt === null
  const end = async () => {
    const text = t(member ? 'centre.memberEnded' : 'centre.withdrawn')
    if (await mutate('member.end', { id }, { text, kind: 'good' })) onClose()
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={t(member ? 'centre.endTitle' : 'centre.withdrawTitle', { name: name || t('centre.newMember') })}
      footer={
        <Button kind="danger" wide onClick={() => void end()}>
          {t(member ? 'centre.endNow' : 'centre.withdraw')}
        </Button>
      }
    >
      <p>{t(member ? 'centre.endText' : 'centre.withdrawText')}</p>
    </Sheet>
  )
}

/** Ends one's own membership, after a question. */
function Leave({ me }: { me: string }) {
  const { t } = useTranslation()
  const mutate = useStoreMutate()
  const { name } = useStore()
  const [open, setOpen] = useState(false)
  const leave = async () => {
    if (await mutate('member.leave', { id: me }, { text: t('centre.leaving'), kind: 'good' })) setOpen(false)
  }
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {t('centre.leaveStore')}
      </Button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('centre.leaveTitle', { store: name })}
        footer={
          <Button kind="danger" wide onClick={() => void leave()}>
            {t('centre.leaveStore')}
          </Button>
        }
      >
        <p>{t('centre.leaveText')}</p>
      </Sheet>
    </>
  )
}

function AddMember() {
  const { t } = useTranslation()
  const mutate = useStoreMutate()
  const [code, setCode] = useState('')
  const [role, setRole] = useState<StoreRole>('staff')
  const add = async (e: FormEvent) => {
    e.preventDefault()
    const added = { id: crypto.randomUUID(), code: code.trim(), role }
    if (await mutate('member.add', added, { text: t('centre.memberAdded'), kind: 'good' })) setCode('')
  }
  return (
    <Card>
      <form className={styles.form} onSubmit={(e) => void add(e)}>
        <Field
          label={t('centre.code')}
          hint={t('centre.codeHint')}
          value={code}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          onChange={(e) => setCode(e.target.value)}
        />
        <Select
          label={t('centre.role')}
          value={role}
          choices={[
            { value: 'staff', label: t('centre.staff') },
            { value: 'owner', label: t('centre.owner') },
          ]}
          onChange={(chosen: StoreRole) => setRole(chosen)}
        />
        <Button type="submit" kind="secondary" wide disabled={code.trim().length < 4}>
          {t('centre.invite')}
        </Button>
      </form>
    </Card>
  )
}

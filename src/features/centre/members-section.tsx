import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoreRole } from '#contract/rules/store-roles.ts'
import { members, type MemberItem } from '#localdb/queries/centre.ts'
import { later } from '../../data/later.tsx'
import { usePerson } from '../../data/use-person.ts'
import { useStoreLive, useStoreMutate } from '../../data/use-store.ts'
import { SyncMark } from '../../parts/sync-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { List, ListRow } from '../../ui/list.tsx'
import { Select } from '../../ui/select.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './centre.module.css'
import { useStore } from './in-store.tsx'

const FactorRow = later('factor-row', async () => (await import('../../parts/factor-row-later.tsx')).FactorRow)

/** Who acts for the store; an owner adds and ends members. */
export function MembersSection({ owner }: { owner: boolean }) {
  const { t } = useTranslation()
  const me = usePerson()?.uid
  const rows = useStoreLive(members)
  const [ending, setEnding] = useState<MemberItem>()
  // A store keeps one owner at least.
  const mayLeave = rows?.some((m) => m.id !== me && (!owner || m.role === 'owner')) ?? false
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
                text={t(m.role === 'owner' ? 'centre.owner' : 'centre.staff')}
                end={
                  m.pending ? (
                    <SyncMark />
                  ) : (
                    owner &&
                    m.id !== me && (
                      <Button kind="quiet" small onClick={() => setEnding(m)}>
                        {t('centre.end')}
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

/** Asks before a membership ends: another phone loses the store with it. */
function EndMember({ member: { id, name }, onClose }: { member: MemberItem; onClose(): void }) {
  const { t } = useTranslation()
  const mutate = useStoreMutate()
  const end = async () => {
    if (await mutate('member.end', { id }, { text: t('centre.memberEnded'), kind: 'good' })) onClose()
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('centre.endTitle', { name: name || t('centre.newMember') })}
      footer={
        <Button kind="danger" wide onClick={() => void end()}>
          {t('centre.endNow')}
        </Button>
      }
    >
      <p>{t('centre.endText')}</p>
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
          {t('centre.add')}
        </Button>
      </form>
    </Card>
  )
}

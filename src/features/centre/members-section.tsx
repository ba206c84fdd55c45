import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoreRole } from '#contract/rules/store-roles.ts'
import { members } from '#localdb/queries/centre.ts'
import { usePerson } from '../../data/use-person.ts'
import { useStoreLive, useStoreMutate } from '../../data/use-store.ts'
import { SyncMark } from '../../parts/sync-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { List, ListRow } from '../../ui/list.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './centre.module.css'

/** Who acts for the store; an owner adds and ends members. */
export function MembersSection({ owner }: { owner: boolean }) {
  const { t } = useTranslation()
  const me = usePerson()?.uid
  const rows = useStoreLive(members)
  const mutate = useStoreMutate()
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
                      <Button
                        kind="quiet"
                        small
                        onClick={() =>
                          void mutate('member.end', { id: m.id }, { text: t('centre.memberEnded'), kind: 'good' })
                        }
                      >
                        {t('centre.end')}
                      </Button>
                    )
                  )
                }
              />
            ))}
          </List>
        )}
        {owner && <AddMember />}
      </div>
    </Section>
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

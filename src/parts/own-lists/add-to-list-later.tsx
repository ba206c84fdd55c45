import ListChecks from 'lucide-react/icons/list-checks'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { LINE_MAX } from '#contract/wire/limits.ts'
import { LIST_LINES_MAX, LIST_NAME_MAX, OWN_LISTS_MAX, type Listed } from '#contract/own-lists/rules.ts'
import { ownListItems } from '#localdb/queries/own-lists/items.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useMutateAll, type Act } from '../../data/use-mutate.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { List, ListRow } from '../../ui/blocks/list.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import styles from './add-to-list.module.css'
import { useFormat } from '../format/use-format.ts'

/** Lines of one product and choice together, each with no more pieces than a line can have. */
function together(lines: readonly Listed[]): Listed[] {
  const by = new Map<string, Listed>()
  for (const { id, shopId, variantId, num } of lines) {
    const key = `${id}:${variantId}`
    by.set(key, { id, shopId, variantId, num: Math.min(LINE_MAX, (by.get(key)?.num ?? 0) + num) })
  }
  return [...by.values()]
}

const adding = (listId: string, lines: readonly Listed[]): Act[] =>
  lines.map(({ num, ...line }) => ({ name: 'list.set', payload: { listId, ...line, from: 0, to: num } }))

/** The person's own lists, one of which takes the lines; or a new one. */
export function ChooseList({ lines, onClose }: { lines: readonly Listed[]; onClose(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const toast = useToast()
  const [, navigate] = useLocation()
  const mutateAll = useMutateAll()
  const lists = useLive(ownListItems, [])
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const all = together(lines)
  const put = async (id: string, to: string, acts: Act[]) => {
    onClose()
    await mutateAll([...acts, ...adding(id, all)], {
      text: t('lists.addedTo', { name: to }),
      kind: 'good',
      action: { label: t('lists.open'), run: () => navigate(links.ownList(id)) },
    })
  }
  const fits = (there: number): boolean => {
    if (there + all.length <= LIST_LINES_MAX) return true
    toast({ text: t('refusals.listFull', { max: LIST_LINES_MAX }), kind: 'bad' })
    return false
  }
  const make = (e: FormEvent) => {
    e.preventDefault()
    const wanted = name.trim()
    if (wanted === '') return setError(t('lists.nameMissing'))
    if ((lists?.length ?? 0) >= OWN_LISTS_MAX) return setError(t('refusals.listsFull', { max: OWN_LISTS_MAX }))
    if (!fits(0)) return
    const id = crypto.randomUUID()
    void put(id, wanted, [{ name: 'list.put', payload: { id, name: wanted } }])
  }
  return (
    <Sheet open onClose={onClose} title={t('app.addToList')}>
      <div className={styles.choose}>
        <p className={styles.what}>{t('lists.products', { count: all.length })}</p>
        {lists && lists.length > 0 && (
          <List label={t('titles.ownLists')}>
            {lists.map((list) => (
              <ListRow
                key={list.id}
                icon={<ListChecks />}
                title={<bdi>{list.name}</bdi>}
                end={format.number(list.lines)}
                onPress={() => {
                  if (fits(list.lines)) void put(list.id, list.name, [])
                }}
              />
            ))}
          </List>
        )}
        <form className={styles.make} onSubmit={make}>
          <Field
            label={t('lists.newName')}
            value={name}
            error={error}
            maxLength={LIST_NAME_MAX}
            enterKeyHint="done"
            onChange={(e) => {
              setName(e.target.value)
              setError(undefined)
            }}
          />
          <Button type="submit" wide>
            {t('lists.makeAndAdd')}
          </Button>
        </form>
      </div>
    </Sheet>
  )
}

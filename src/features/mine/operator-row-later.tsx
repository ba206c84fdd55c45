import ShieldCheck from 'lucide-react/icons/shield-check'
import { useTranslation } from 'react-i18next'
import { links } from '../../links/links.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Badge } from '../../ui/blocks/badge.tsx'
import { List, ListRow } from '../../ui/blocks/list.tsx'

/** The way to the operator's desks, with how much waits there; for whoever has entered. */
export function OperatorRow({ waiting }: { waiting: number }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <List label={t('operator.desks')}>
      <ListRow
        icon={<ShieldCheck />}
        title={t('titles.operator')}
        text={waiting > 0 && t('operator.waiting', { n: number(waiting) })}
        end={
          waiting > 0 && (
            <span aria-hidden="true">
              <Badge tone="brand">{number(waiting)}</Badge>
            </span>
          )
        }
        href={links.operator()}
      />
    </List>
  )
}

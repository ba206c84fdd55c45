import Handshake from 'lucide-react/icons/handshake'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Store from 'lucide-react/icons/store'
import { useTranslation } from 'react-i18next'
import { links } from '../../links/links.ts'
import { List, ListRow } from '../../ui/blocks/list.tsx'

/** The desks that an operator of a market in which nothing is sold yet needs first. */
export function FirstSteps() {
  const { t } = useTranslation()
  const steps = [
    { icon: <Store />, title: t('desks.site'), text: t('deskTexts.site'), desk: 'site' },
    { icon: <LayoutGrid />, title: t('desks.categories'), text: t('deskTexts.categories'), desk: 'categories' },
    { icon: <Handshake />, title: t('desks.applications'), text: t('deskTexts.applications'), desk: 'applications' },
  ]
  return (
    <List label={t('operator.first')}>
      {steps.map(({ icon, title, text, desk }) => (
        <ListRow key={desk} icon={icon} title={title} text={text} href={links.operator(desk)} />
      ))}
    </List>
  )
}

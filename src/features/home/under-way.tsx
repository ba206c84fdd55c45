import HandCoins from 'lucide-react/icons/hand-coins'
import Layers from 'lucide-react/icons/layers'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useTranslation } from 'react-i18next'
import { later } from '../../data/loading/later.tsx'
import { settledIn } from '../../data/loading/settled-in.ts'
import { usePerson } from '../../data/use-person.ts'
import styles from './home.module.css'

// A first visit has nothing of a person's.
const OwnOrders = later('own', async () => (await import('./own-later.tsx')).OwnOrders, settledIn)

/** A row of one height: what is under way for the person, and where nothing is, what the market stands for. */
export function UnderWay() {
  const person = usePerson()
  if (!person) return <Promises />
  return <OwnOrders key={person.uid} instead={<Promises />} />
}

function Promises() {
  const { t } = useTranslation()
  return (
    <ul className={styles.promises}>
      <li>
        <WifiOff aria-hidden="true" />
        {t('home.promises.offline')}
      </li>
      <li>
        <HandCoins aria-hidden="true" />
        {t('home.promises.held')}
      </li>
      <li>
        <Layers aria-hidden="true" />
        {t('home.promises.ladder')}
      </li>
    </ul>
  )
}

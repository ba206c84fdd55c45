import { useTranslation } from 'react-i18next'
import { mutableTopics } from '#contract/messages/rules.ts'
import { mutedTopics } from '#localdb/queries/messages/items.ts'
import { useLive } from '../../data/use-live.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { Card } from '../../ui/blocks/card.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import styles from './messages.module.css'

const none: ReadonlySet<string> = new Set()

/** Which messages the person gets; what concerns their money always comes. */
export function MessageTopics() {
  const { t } = useTranslation()
  const mutate = useMutate()
  const muted = useLive(mutedTopics, [], none)
  return (
    <Card>
      <fieldset className={styles.topics}>
        <legend className={styles.legend}>{t('messages.choose')}</legend>
        {mutableTopics.map((topic) => (
          <Checkbox
            key={topic}
            checked={!muted.has(topic)}
            label={t(`messages.topic.${topic}`)}
            onChange={(on) => void mutate('message.mute', { topic, on: !on })}
          />
        ))}
        <p className={styles.soft}>{t('messages.chooseHint')}</p>
      </fieldset>
    </Card>
  )
}

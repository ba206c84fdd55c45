import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../data/use-language.ts'
import { usePerson } from '../../data/use-person.ts'
import { Button } from '../../ui/button.tsx'
import { ListRow } from '../../ui/list.tsx'
import { exactTime } from '../../ui/time.tsx'
import { useActWords } from './use-act-words.ts'
import { FoundList } from './found-list.tsx'
import styles from './operator.module.css'
import { useAct } from './use-act.ts'
import { useDesk } from './use-desk.ts'

/** What waits for a second operator: agreed to, refused, or taken back by whoever asked. */
export function ActsDesk() {
  const { t } = useTranslation()
  const language = useLanguage()
  const uid = usePerson()?.uid
  const asked = useDesk('operator.acts', {})
  const decide = useAct('operator.decide')
  const wordsOf = useActWords()
  const press = async (id: string, agree: boolean) => {
    const left = await decide.act({ id, agree })
    if (left) asked.put(left)
    else asked.again()
  }
  return (
    <div className={styles.stack}>
      <p className={styles.soft}>{t('operator.actsText')}</p>
      <FoundList asked={asked} label={t('desks.acts')} rows={asked.data?.acts} empty={t('operator.noActs')}>
        {(act) => (
          <ListRow
            key={act.id}
            title={<bdi>{wordsOf(act)}</bdi>}
            text={t('operator.askedBy', { name: act.by.name, time: exactTime(act.until, language) })}
            end={
              <span className={styles.acts}>
                {act.by.id !== uid && (
                  <Button small busy={decide.busy} onClick={() => void press(act.id, true)}>
                    {t('operator.agree')}
                  </Button>
                )}
                <Button small kind="secondary" busy={decide.busy} onClick={() => void press(act.id, false)}>
                  {t(act.by.id === uid ? 'operator.takeBack' : 'operator.refuse')}
                </Button>
              </span>
            }
          />
        )}
      </FoundList>
    </div>
  )
}

import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { SAVED_REPLIES_MAX, REPLY_TEXT_MAX, type SavedReply } from '#contract/stores/saved-replies.ts'
import { readStoreNotice } from '#localdb/queries/stores/centre.ts'
import { useStoreLive, useStoreMutate } from '../../../data/stores/use-store.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import styles from '../centre.module.css'
import { TextArea } from '../text-area.tsx'

/** The answers that the store keeps ready for what its buyers often ask. */
export function SavedRepliesSection() {
  const { t } = useTranslation()
  const notice = useStoreLive(readStoreNotice)
  const [edited, setEdited] = useState<SavedReply>()
  const answers = notice?.answers ?? []
  return (
    <Section title={t('storeTalks.ready')} note={<p className={styles.soft}>{t('storeTalks.readyHint')}</p>}>
      <div className={styles.stack}>
        {!notice && <Skeleton height="6rem" />}
        {answers.length > 0 && (
          <List label={t('storeTalks.ready')}>
            {answers.map((answer) => (
              <ListRow key={answer.id} title={<bdi>{answer.text}</bdi>} onPress={() => setEdited(answer)} />
            ))}
          </List>
        )}
        {notice && answers.length < SAVED_REPLIES_MAX && (
          <Button kind="secondary" wide onClick={() => setEdited({ id: crypto.randomUUID(), text: '' })}>
            {t('storeTalks.readyAdd')}
          </Button>
        )}
      </div>
      {edited && <ReadySheet key={edited.id} answer={edited} onClose={() => setEdited(undefined)} />}
    </Section>
  )
}

/** Writes an answer, changes it, or takes it away; one without words is new. */
function ReadySheet({ answer, onClose }: { answer: SavedReply; onClose(): void }) {
  const { t } = useTranslation()
  const mutate = useStoreMutate()
  const form = useId()
  const [words, setWords] = useState(answer.text)
  const [tried, setTried] = useState(false)
  const missing = words.trim() === ''
  const put = async (text: string | null) => {
    const done = { text: t('centre.saved'), kind: 'good' } as const
    if (await mutate('store.notice', { answers: { [answer.id]: text } }, done)) onClose()
  }
  const save = (e: FormEvent) => {
    e.preventDefault()
    setTried(true)
    if (!missing) void put(words.trim())
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={t(answer.text === '' ? 'storeTalks.readyAdd' : 'storeTalks.readyEdit')}
      footer={
        <Button type="submit" form={form} wide>
          {t('centre.save')}
        </Button>
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={save}>
        <TextArea
          label={t('storeTalks.readyWords')}
          rows={5}
          maxLength={REPLY_TEXT_MAX}
          value={words}
          error={tried && missing ? t('storeTalks.readyMissing') : undefined}
          onChange={setWords}
        />
        {answer.text !== '' && (
          <Button kind="quiet" wide onClick={() => void put(null)}>
            {t('centre.daysRemove')}
          </Button>
        )}
      </form>
    </Sheet>
  )
}

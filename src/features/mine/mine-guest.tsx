import { useTranslation } from 'react-i18next'
import { links } from '../../links/links.ts'
import { useParted } from '../../data/device/use-parted.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import styles from './mine.module.css'

/** The "Mine" page of somebody who is not signed in. */
export function MineGuest() {
  const { t } = useTranslation()
  return (
    <>
      <Parted />
      <Card className={styles.hello}>
        <p className={styles.welcome}>{t('mine.welcome')}</p>
        <p>{t('mine.guestHint')}</p>
        <div className={styles.buttons}>
          <ButtonLink href={links.login(false, links.mine)}>{t('mine.login')}</ButtonLink>
          <ButtonLink kind="secondary" href={links.register}>
            {t('mine.register')}
          </ButtonLink>
        </div>
      </Card>
    </>
  )
}

/** Tells, until it has been read, that an account was deleted on another device, and what went with it. */
function Parted() {
  const { t } = useTranslation()
  const { parted, read } = useParted()
  if (!parted) return null
  return (
    <Notice
      tone="warn"
      urgent
      action={
        <Button small kind="secondary" onClick={read}>
          {t('mine.partedClose')}
        </Button>
      }
    >
      {parted.lost > 0 ? t('mine.partedLost', { count: parted.lost }) : t('mine.parted')}
    </Notice>
  )
}

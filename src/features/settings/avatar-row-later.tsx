import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../parts/avatar.tsx'
import { useKeepPicture } from '../../data/use-keep-picture.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { useOwnAvatar } from '../../data/use-own-avatar.ts'
import { Button } from '../../ui/button.tsx'
import styles from './setting.module.css'

/** The side of an avatar as it leaves the device (px). */
const SIDE = 512

/** The person's picture, and how to change it: from the camera or the gallery, offline too. */
export function AvatarRow({ name }: { name: string | undefined }) {
  const { t } = useTranslation()
  const id = useId()
  const avatar = useOwnAvatar()
  const { keep, busy } = useKeepPicture()
  const mutate = useMutate()
  const set = (file: string | null) =>
    mutate(
      'avatar.set',
      { file },
      { text: t(file === null ? 'settings.avatarRemoved' : 'settings.avatarChanged'), kind: 'good' },
    )
  const choose = async (chosen: File | undefined) => {
    const file = chosen && (await keep(chosen, { edge: SIDE, square: true }))
    if (file !== undefined) await set(file)
  }
  return (
    <li className={styles.avatarRow}>
      <Avatar name={name ?? ''} />
      <span className={styles.avatarActs}>
        <label className={styles.avatarButton} htmlFor={id} data-busy={busy || undefined}>
          {t(busy ? 'pictures.adding' : 'settings.avatarChange')}
          <input
            id={id}
            type="file"
            accept="image/*"
            disabled={busy}
            onChange={(event) => {
              const [chosen] = event.target.files ?? []
              event.target.value = ''
              void choose(chosen)
            }}
          />
        </label>
        {avatar?.file && (
          <Button kind="secondary" small onClick={() => void set(null)}>
            {t('settings.avatarRemove')}
          </Button>
        )}
      </span>
    </li>
  )
}

import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OwnAvatar } from '../../parts/account/avatar.tsx'
import { useKeepPicture } from '../../data/pictures/use-keep-picture.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { useOwnAvatar } from '../../data/pictures/use-own-avatar.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import type { Crop } from './crop.ts'
import { CropSheet } from './crop-sheet.tsx'
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
  const toast = useToast()
  const set = (file: string | null) =>
    mutate(
      'avatar.set',
      { file },
      { text: t(file === null ? 'settings.avatarRemoved' : 'settings.avatarChanged'), kind: 'good' },
    )
  const [chosen, choose] = useState<File>()
  const done = async (crop: Crop) => {
    const file = chosen && (await keep(chosen, { edge: SIDE, crop }))
    choose(undefined)
    if (file !== undefined) await set(file)
  }
  return (
    <li className={styles.avatarRow}>
      <OwnAvatar name={name ?? ''} />
      <span className={styles.avatarActs}>
        <label className={styles.avatarButton} htmlFor={id} data-busy={busy || undefined}>
          {t(busy ? 'pictures.adding' : 'settings.avatarChange')}
          <input
            id={id}
            type="file"
            accept="image/*"
            disabled={busy}
            onChange={(event) => {
              const [file] = event.target.files ?? []
              event.target.value = ''
              choose(file)
            }}
          />
        </label>
        {avatar?.file && (
          <Button kind="secondary" small onClick={() => void set(null)}>
            {t('settings.avatarRemove')}
          </Button>
        )}
      </span>
      <CropSheet
        file={chosen}
        busy={busy}
        onDone={(crop) => void done(crop)}
        onClose={() => choose(undefined)}
        onUnreadable={() => {
          choose(undefined)
          toast({ text: t('refusals.notAPicture'), kind: 'bad' })
        }}
      />
    </li>
  )
}

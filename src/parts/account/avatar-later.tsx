import { useOwnAvatar } from '../../data/pictures/use-own-avatar.ts'
import { useOwnPicture } from '../../data/pictures/use-own-picture.ts'
import { PictureView } from '../../ui/blocks/picture.tsx'
import styles from './avatar.module.css'
import { initials } from './initials.ts'
import { pictureSources } from '../pictures/picture-sources.ts'
import { SyncMark } from '../sync/sync-mark.tsx'

/** The picture in an avatar's place, or the first letters of a name. */
export function AvatarPicture({ name }: { name: string }) {
  const avatar = useOwnAvatar()
  const own = useOwnPicture(avatar?.picture ? undefined : (avatar?.file ?? undefined))
  const { picture } = avatar ?? {}
  return (
    <>
      {picture ? (
        <PictureView sources={pictureSources(picture)} alt="" tint={picture.tint} sizes="56px" priority="auto" />
      ) : own !== undefined ? (
        <img src={own} alt="" width={56} height={56} className={styles.image} />
      ) : (
        <span aria-hidden="true">{initials(name)}</span>
      )}
      {avatar?.pending && (
        <span className={styles.mark}>
          <SyncMark />
        </span>
      )}
    </>
  )
}

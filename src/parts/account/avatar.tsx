import { later } from '../../data/loading/later.tsx'
import styles from './avatar.module.css'
import { initials } from './initials.ts'

const AvatarPicture = later('avatar', async () => (await import('./avatar-later.tsx')).AvatarPicture)

/** The person's own picture, or the first letters of their name; marked while it waits to be sent. */
export function OwnAvatar({ name }: { name: string }) {
  return (
    <span className={styles.avatar}>
      <AvatarPicture name={name} instead={<span aria-hidden="true">{initials(name)}</span>} />
    </span>
  )
}

import Star from 'lucide-react/icons/star'
import X from 'lucide-react/icons/x'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { GOODS_PICTURES_MAX } from '#contract/products/rules.ts'
import { useKeepPicture } from '../../../../data/pictures/use-keep-picture.ts'
import { DeskContext } from '../../../../data/stores/use-store.ts'
import { PictureAdd } from '../../../../parts/pictures/picture-add.tsx'
import { useFormat } from '../../../../parts/format/use-format.ts'
import { IconButton } from '../../../../ui/controls/icon-button.tsx'
import { GoodsThumb } from '../goods-thumb.tsx'
import styles from '../goods.module.css'

/** A product's pictures, from the camera or the gallery; the first stands on its card. */
export function GoodsPictures({
  pictures,
  onChange,
}: {
  pictures: readonly string[]
  onChange(next: (pictures: readonly string[]) => string[]): void
}) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { keep, busy } = useKeepPicture(useContext(DeskContext)?.id)
  const add = async (chosen: readonly File[]) => {
    for (const file of chosen) {
      const kept = await keep(file)
      // A picture that was removed while this one was being scaled down stays removed.
      if (kept !== undefined) onChange((all) => [...new Set([...all, kept])].slice(0, GOODS_PICTURES_MAX))
    }
  }
  return (
    <ul className={styles.pictures} aria-label={t('storeGoods.pictures')}>
      {pictures.map((src, n) => (
        <li key={src} className={styles.pictured}>
          <GoodsThumb src={src} alt={t('storeGoods.picture', { n: number(n + 1) })} />
          <span className={styles.tools}>
            {n > 0 && (
              <IconButton
                label={t('storeGoods.pictureFirst', { n: number(n + 1) })}
                icon={<Star />}
                onClick={() => onChange((all) => [src, ...all.filter((other) => other !== src)])}
              />
            )}
            <IconButton
              label={t('storeGoods.pictureRemove', { n: number(n + 1) })}
              icon={<X />}
              onClick={() => onChange((all) => all.filter((other) => other !== src))}
            />
          </span>
        </li>
      ))}
      {pictures.length < GOODS_PICTURES_MAX && (
        <li>
          <PictureAdd
            text={t(busy ? 'storeGoods.pictureAdding' : 'storeGoods.pictureAdd')}
            busy={busy}
            onChoose={(chosen) => void add(chosen)}
          />
        </li>
      )}
    </ul>
  )
}

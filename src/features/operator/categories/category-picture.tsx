import { useTranslation } from 'react-i18next'
import { MARKET_PICTURE } from '#contract/pictures/market.ts'
import { pictureUrl } from '#contract/pictures/urls.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ChoosePicture } from '../choose-picture.tsx'
import styles from '../operator.module.css'

interface CategoryPictureProps {
  /** As it is shown now; null for the drawn one of its name. */
  src: string | null
  onChange(src: string | null): void
}

/** The picture of a category: the operators' own, or the one that is drawn by its name. */
export function CategoryPicture({ src, onChange }: CategoryPictureProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.category}>
      {src !== null && <img src={pictureUrl(src, 160, 'webp')} alt="" className={styles.categoryPicture} />}
      <span className={styles.acts}>
        <ChoosePicture by="operator.categoryPicture" label={t('categoriesDesk.picture')} onAdded={onChange} />
        {src !== null && MARKET_PICTURE.test(src) && (
          <Button kind="quiet" small onClick={() => onChange(null)}>
            {t('categoriesDesk.drawn')}
          </Button>
        )}
      </span>
    </div>
  )
}

import { textIn } from '#contract/text/locales.ts'
import type { OrderLine } from '#contract/sync/schema-rows.ts'
import { pictureSources } from '../../parts/pictures/picture-sources.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { PictureName } from '../../ui/blocks/picture-name.tsx'
import { PictureView } from '../../ui/blocks/picture.tsx'

/** The picture of an order's line, at its size on the screen; without one, its name. */
export function LinePicture({ line: { title, picture }, sizes }: { line: OrderLine; sizes: string }) {
  const name = textIn(title, useFormat().locale)
  return (
    <PictureView
      sources={pictureSources(picture)}
      alt=""
      tint={picture?.tint}
      sizes={sizes}
      fallback={name && <PictureName title={name} />}
    />
  )
}

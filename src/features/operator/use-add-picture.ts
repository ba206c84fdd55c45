import { useTranslation } from 'react-i18next'
import { FILE_BYTES_MAX } from '#contract/pictures/files.ts'
import { useCall } from '../../data/use-call.ts'
import { useFailureToast } from '../../parts/failures/use-failure-toast.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { useToast } from '../../ui/layers/toast.tsx'
import { base64Of } from './base64-of.ts'

/** The calls that keep a picture of the market's own. */
export type PictureCall = 'operator.categoryPicture' | 'operator.sitePicture'

/** Sends a picture by one of them. Resolves to its `src`; where it was not taken, says why. */
export function useAddPicture(name: PictureCall): { add(file: File): Promise<string | undefined>; busy: boolean } {
  const { t } = useTranslation()
  const { number } = useFormat()
  const toast = useToast()
  const failed = useFailureToast()
  const { call, busy } = useCall(name)
  const add = async (file: File): Promise<string | undefined> => {
    if (file.size > FILE_BYTES_MAX) {
      toast({ text: t('siteDesk.logoLarge', { mb: number(FILE_BYTES_MAX / 1_000_000) }), kind: 'bad' })
      return undefined
    }
    const bytes = await base64Of(file).catch(() => undefined)
    if (bytes === undefined) {
      toast({ text: t('refusals.notAPicture'), kind: 'bad' })
      return undefined
    }
    const outcome = await call({ file: bytes })
    failed(outcome)
    return outcome.kind === 'accepted' ? outcome.data.src : undefined
  }
  return { add, busy }
}

import { withMore } from './as-text.ts'
import { contractText as version2 } from './v2-ar.ts'

/** Version 3: version 2, with the market's fee. It was signed as it is: never change it. */
export const contractText = withMore(
  version2,
  'وتُبيَّن عمولة البيع قبل البيع وتُخصم من مبلغه، ولا تُطلب إلى جانبه أبدًا.',
  ' ويبقى لكل طلب معدل العمولة الذي دُفع به.' +
    ' ولا يُحتفظ بشيء مما يُرد إلى المشتري.' +
    ' ولا يسري معدل أعلى إلا بعد 14 يومًا من إعلانه.',
)

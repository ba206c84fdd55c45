import { withMore } from './as-text.ts'
import { contractText as version1 } from './v1-ar.ts'

/** Version 2: version 1, with the coins that buyers pay with. It was signed as it is: never change it. */
export const contractText = withMore(
  version1,
  'ولا يُطلب أبدًا أي رسم أو ضريبة أو تأمين مقابل صرفه.',
  ' ويختار المشتري العملة الرقمية التي يدفع بها.' +
    ' ويُقيَّد للمتجر بتلك العملة ما دُفع عن الطلب بعد خصم العمولة.' +
    ' ومنذ الدفع يتحمل المشتري والطرف الثاني تغيّر سعر العملة الرقمية.' +
    ' وما يُرد هو الحصة نفسها من الوحدات المدفوعة مهما كانت قيمتها حينها.',
)

import { withMore } from './as-text.ts'
import { contractText as version2 } from './v2-zh.ts'

/** Version 3: version 2, with the market's fee. It was signed as it is: never change it. */
export const contractText = withMore(
  version2,
  '每笔销售的费用在成交前列明，从该笔金额中扣除，绝不另行收取。',
  '每笔订单按其付款时的费率计算。退款部分不收取费用。费率上调自甲方公布之日起 14 天后生效。',
)

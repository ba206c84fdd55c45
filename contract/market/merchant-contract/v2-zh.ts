import { withMore } from './as-text.ts'
import { contractText as version1 } from './v1-zh.ts'

/** Version 2: version 1, with the coins that buyers pay with. It was signed as it is: never change it. */
export const contractText = withMore(
  version1,
  '提取款项时，绝不要求任何费用、税款或押金。',
  '买家自行选择支付的币种。店铺以该币种入账，数额为该订单所支付的币扣除费用后的余额。自付款起，币价涨跌由买家和乙方承担。' +
    '退款按相同比例退还所支付的币，无论届时价值多少。',
)

// The payment methods that the market takes. Others that an operator names are not shown, so that nobody counts on
// them.

export const paymentMethods = ['balance'] as const
/** Whether an order can be paid by this method. */
export const isPaymentMethod = (name: string): boolean => (paymentMethods as readonly string[]).includes(name)

// What the market takes. What an operator names beyond that is not shown: nobody is to count on it.

export const paymentMethods = ['balance'] as const
/** Whether an order can be paid in it. */
export const isTaken = (name: string): boolean => (paymentMethods as readonly string[]).includes(name)

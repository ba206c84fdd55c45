/** The sellers' contract of a market whose operators have written none, in English. */
export const contractText = `## 1. The parties

- Party A runs this market, {{market}}.
- Party A is {{operator}}.
- The address of Party A is {{address}}.
- Party B sells on the market under the name of the store.
- Party B, the store and the day are named above.

## 2. What Party A does

- Party A answers the application within {{review}}.
- Party A shows the store's goods to buyers, takes what they pay and holds it until the buyer has received the goods.
- It then credits the store, less the fee.
- It keeps records of every amount and shows Party B those that concern the store.

## 3. What Party B does

- Party B sells goods that are lawful, safe and its own to sell.
- Descriptions, pictures, prices and stock are true.
- Orders leave within {{ship}} of being paid, unless the store has stated other days before the order.
- Questions of buyers are answered.

## 4. Money

- Party B pays no deposit and no fee to be admitted, to receive orders or to fulfil them.
- The fee on a sale is {{fee}} when this contract is signed. It is shown before the sale and is taken out of its amount, never asked for beside it.
- Each order keeps the rate at which it was paid.
- Nothing is kept of what is refunded.
- A higher rate begins 14 days after the market has announced it.
- What is credited to the store belongs to Party B.
- No fee, tax or deposit is ever asked to release it.
- Buyers choose the coin in which they pay. The store is credited in that coin, with what was paid for the order, less the fee.
- From the moment of payment, the buyer and Party B bear any change in the coin's price.
- A refund returns the same share of the coins, whatever they are worth then.

## 5. Returns and disputes

- When goods do not arrive, or are not as described, the buyer may dispute the order before confirming receipt.
- Party A hears both sides, decides with its reasons, and pays back what it decides, out of what it holds for the order.

## 6. Documents and data

- The documents of the application prove who Party B is, and serve nothing else.
- They are sealed, each look at them is recorded, and they are deleted 30 days after the decision.
- The buyer's address serves the delivery alone.

## 7. Suspension and end

- Party A may suspend the store when it breaks the law or these terms, and says why; Party B may object.
- Party B may close the store on any day.
- Open orders are fulfilled or paid back first, and what is credited is paid out.

## 8. Changes

- A new version of these terms holds for Party B only after Party B has signed it.
- Until then this one holds.

## 9. When it begins

- This contract holds from the moment when Party A approves the application. Where Party B has a store already, it holds from the signature.
- If Party A refuses the application, nothing has been agreed.
`

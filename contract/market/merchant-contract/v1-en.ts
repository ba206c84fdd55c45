import { asText } from './as-text.ts'

/** Version 1. It was signed as it is: never change it. */
export const contractText = asText(' ', [
  [
    '1. The parties',
    'Party A runs this market.',
    'Party B sells on it under the name of the store.',
    'Both are named above, with the day.',
  ],
  [
    '2. What Party A does',
    "Party A shows the store's goods to buyers, takes what they pay and holds it until the buyer has " +
      'received the goods.',
    'It then credits the store, less the fee.',
    'It keeps records of every amount and shows Party B those that concern the store.',
  ],
  [
    '3. What Party B does',
    'Party B sells goods that are lawful, safe and its own to sell.',
    'Descriptions, pictures, prices and stock are true.',
    'Orders leave within 24 hours of being paid, unless the store has said otherwise before the order.',
    'Questions of buyers are answered.',
  ],
  [
    '4. Money',
    'Party B pays no deposit and no fee to be admitted, to receive orders or to fulfil them.',
    'The fee on a sale is shown before the sale and is taken out of its amount, never asked for beside it.',
    'What is credited to the store belongs to Party B.',
    'No fee, tax or deposit is ever asked to release it.',
  ],
  [
    '5. Returns and disputes',
    'When goods do not arrive, or are not as described, the buyer may dispute the order before confirming ' +
      'receipt.',
    'Party A hears both sides, decides with its reasons, and pays back what it decides, out of what it holds ' +
      'for the order.',
  ],
  [
    '6. Documents and data',
    'The documents of the application prove who Party B is, and serve nothing else.',
    'They are sealed, each look at them is recorded, and they are deleted 30 days after the decision.',
    "The buyer's address serves the delivery alone.",
  ],
  [
    '7. Suspension and end',
    'Party A may suspend the store when it breaks the law or these terms, and says why; Party B may object.',
    'Party B may close the store on any day.',
    'Open orders are fulfilled or paid back first, and what is credited is paid out.',
  ],
  [
    '8. Changes',
    'A new version of these terms holds for Party B only after Party B has signed it.',
    'Until then this one holds.',
  ],
  [
    '9. When it begins',
    'This contract holds from the moment when Party A approves the application.',
    'If Party A refuses it, nothing has been agreed.',
  ],
])

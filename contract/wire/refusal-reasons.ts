// Apart from schema-refusals.ts, so that a page can tell what it knows without carrying the schemas' library.

/**
 * Every reason for which the server may say no, in one list. A reason is a value, equal to its text's
 * key `refusals.<reason>` in locales/en.json; nothing is ever classified by message text (law 11).
 */
export const refusalReasons = [
  'invalid', // the input does not fit its schema; params.path names the field
  'unreadable', // the body is not what was announced, or no object
  'tooLarge',
  'notFound',
  'unknownCall',
  'pleaseLogin',
  'sessionEnded',
  'busy',
  'requestFailed',
  'tooManyAttempts', // params.seconds
  'wrongCredentials',
  'wrongPassword',
  'passwordMismatch',
  'passwordTooShort', // params.min
  'emailTaken',
  'emailInvalid',
  'codeWrong',
  'codeExpired',
  'mailFailed',
  'accountGone', // the person has deleted it
  'noRight', // it is an operator's to do, or needs a right that this one does not have
  'factorNeeded', // the second factor comes first
  'codeUsed', // a code of the second factor is good once
  'operatorSays', // params.text: why a change of the operator's was not made
  'suspended', // params.for: the operator keeps the person from trading
  'storeSuspended', // params.for: the name of a store that the operator keeps from selling
  'ownStore', // params.for: the name of a store that the person acts for
  'invitationUnknown',
  'socialOff', // this market signs nobody in with an account of elsewhere
  'socialFailed', // the provider said no, or the attempt is over
  'socialUnverified', // the provider has not made sure of the address
  'ordersOpen', // params.count
  'moneyHeld',
  'applicationOpen', // one is under way, or has succeeded
  'applicationsFull', // params.max
  'applicationMoved', // somebody has decided it meanwhile
  'storeNameTaken',
  'renamesFull', // params.max, params.days: a store takes no more names than that within so many days
  'currencyOfGoods', // params.currency: goods of the store in another one keep it from taking this
  'zoneGone', // somebody else of the store has ended it
  'zonesFull', // params.max
  'zoneLast', // without it the store would ship everywhere at one price, and who ended it saw others
  'currencyOfOrders', // an order of the store waits to be paid in the currency that it has
  'notSigned', // "You haven't signed yet" (spec §5)
  'contractMoved', // its terms are no longer those that were signed
  'alreadyFavourite',
  'productGone',
  'variantGone',
  'storeGone',
  'outOfStock',
  'stockBelowMinimum', // params.available, params.minimum
  'areaNotOpen', // "Your area is not open yet" (spec §5)
  'addressGone',
  'addressIncomplete', // params.field
  'addressesFull', // params.max
  'listsFull', // params.max
  'listFull', // params.max
  'listGone',
  'mobileInvalid',
  'changedElsewhere', // both changed the same field: params.field
  'tooManyUnpaid', // params.max
  'tooMuchUnpaid', // params.most: what unpaid orders may be worth together, an amount with its currency
  'belowMinimum', // params.missing
  'belowStorePieces', // params.missing, params.least: what the store asks for in one order
  'belowStoreAmount', // the same, amounts with their currency
  'rateMoved', // params.due: what would be paid now, minor units of the market's currency
  'priceAsked', // params.total, params.due: what an order whose prices were not known would cost
  'priceRose', // params.total: what it would cost now, minor units
  'chargesRose', // params.total: the same, where it is shipping or taxes that rose
  'storeNotThere', // the store does not ship to the country of the address
  'stockShort', // params.id, params.available
  'insufficientBalance',
  'payQuoteOver', // its time is over, it was used, or its orders or the rate changed: another is needed
  'rateOld', // params.for: a currency whose rate is too old for payments
  'goodsGone', // somebody else of the store has removed it
  'goodsBarred', // params.why: the operator's words
  'goodsFull', // params.max
  'codeTaken', // params.code: of another of the store's goods
  'shelfShort', // params.available: fewer are there than are to be taken off
  'sheetsFull', // params.max
  'sheetGone', // a private link that ended, was revoked, or never was
  'quotesFull', // params.max
  'quoteRounds', // params.max: enough was said; accept, decline, or ask anew
  'quoteMoved', // it stands otherwise than the person saw
  'quoteExpired', // its offer is over
  'offerLate', // the offer of a store came after its own time, or too long before it
  'reviewGone', // it is not shown any more: said to its store
  'replyMoved', // somebody else of the store has written its reply meanwhile
  'quoteOver', // params.total, params.due: an order at a price that was agreed and holds no more, at today's
  'orderGone',
  'orderMoved', // it is in a state in which this cannot happen
  'saleCancelled', // the buyer does not want it any more, or it was given back: said to its store
  'parcelElsewhere', // somebody else of the store has sent one of it meanwhile
  'reportTooLate', // the time in which a problem can be reported is over
  'reportsFull', // params.max
  'orderedBefore', // this part of the checkout was ordered from another device, with other contents
  'currencyNotPayable', // no exchange rate into the balance's currency
  'earlierRefused', // said by the device: what this depended on was refused
  'loansOff', // this market lends nothing at present
  'loanTermsMoved', // amount, term or interest are not among what is lent now
  'loanOpen', // one application waits already
  'loansFull', // params.max: applications of a year
  'loanMoved', // it was answered, taken back or has run out meanwhile
  'fundPasswordNeeded', // the person has not set one yet
  'wrongFundPassword', // params.left: tries until it is locked
  'fundPasswordLocked', // params.minutes
  'signInAgain', // without the login password: a sign-in by a linked account counts for ten minutes only
  'rechargeOff', // this market takes no such coin on that network at present
  'withdrawalOff', // this market sends no such coin on that network at present
  'withdrawalAddress', // it is no address of that network
  'withdrawalOwn', // it is the person's own deposit address
  'withdrawalLeast', // params.least: the least amount
  'withdrawalFee', // params.fee: the fee has changed
  'withdrawalShort', // it exceeds the balance
  'withdrawalClaimable', // params.free: the rest of a store's balance may still be claimed back
  'withdrawalHeld', // params.hours: a password or a second factor was changed
  'withdrawalStopped', // a network took back a deposit that was spent already
  'withdrawalFactor', // the person needs a second factor first
  'withdrawalsFull', // params.max: withdrawals in 24 hours
  'withdrawalMoved', // it was sent or has ended meanwhile
  'withdrawalOpen', // the account cannot be deleted while one is under way
  'claimsFull', // params.max: claims of the last days that no network has shown
  'simulatedMost', // params.most: what the simulated wallet sends at once
  'simulatedDeep', // params.max: confirmations up to which the simulated network takes a payment back
  'cartFull', // params.max
  'watchesFull', // params.max
  'idReused', // the id is of another intent, made at params.createdAt (unknown of outcomes stored before it was kept)
  'idPurged', // the outcome was kept for its 90 days and is gone: look before sending anything again
  'fileMissing', // a file that it names is not there any more
  'fileDamaged', // its bytes are not those of its id
  'notAPicture', // no picture that can be shown
  'filesFull', // said by the device: too much waits already
  'cancelled', // the person cancelled it before it took effect
  'wrongOwner',
  'ownerOnly', // of a store: its staff may not
  'lastOwner', // a store keeps one
  'memberUnknown', // nobody has that invitation code
  'membersFull', // params.max: of the store, or of the person's stores
  'invitationOver', // the store has taken it back, or it was answered
  'expired', // confirmBy passed: asked again
  'updateNeeded',
  'storageFull', // said by the device: nothing was saved
  'storageLost', // said by the device: the browser took its storage away, and with it params.n that had not been sent
  'needsNetwork', // said by the device: this cannot wait
] as const
export type RefusalReason = (typeof refusalReasons)[number]

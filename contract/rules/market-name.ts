/** What a market is called until its operator says otherwise (`web_name`). */
export const MARKET_NAME = 'Caravan'

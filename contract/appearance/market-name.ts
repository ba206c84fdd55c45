/** The name of a market until its operator sets another (`web_name`). */
export const MARKET_NAME = 'Caravan'

/** What the status says of the network and of unsent work; equal to the keys `status.<message>`. */
export type Message = 'offline' | 'update' | 'needsYou' | 'logIn' | 'sending' | 'done'

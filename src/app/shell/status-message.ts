/** The status's message about the network and unsent work; equal to the keys `status.<message>`. */
export type StatusMessage = 'offline' | 'update' | 'needsYou' | 'logIn' | 'sending' | 'done'

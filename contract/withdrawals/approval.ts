import type { Asset } from '../coins/assets.ts'
import type { Network } from '../coins/networks.ts'

/** An operator's signature under a withdrawal, by a key of their device. */
export interface Approval {
  /** The public key: a point of P-256, uncompressed (65 bytes), in base64. */
  key: string
  /** ECDSA with SHA-256 over `approvalText`: r and s (64 bytes), in base64. */
  signature: string
  /** When it was signed, by the device's clock (Unix ms). */
  at: number
}

/** The algorithm of approvals, as Web Crypto names it. */
export const APPROVAL_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** The parts of a withdrawal to which an operator agrees; `amount` and `fee` in the coin's units. */
export interface Approved {
  id: string
  network: Network
  asset: Asset
  address: string
  amount: string
  fee: string
}

/** The text that an operator signs at a time (Unix ms). A signature is valid for one withdrawal only. */
export const approvalText = ({ id, network, asset, address, amount, fee }: Approved, at: number): string =>
  ['caravan withdrawal 1', id, network, asset, address, amount, fee, at].join('\n')

import { get, promisifyRequest, update, type UseStore } from 'idb-keyval'
import type { IdbEnv } from './open.ts'
import type { Sealed } from './schema.ts'

/**
 * The device's own small store: whose it is now, and what must be known before any database is opened.
 * The session is one record, so that it changes at once or not at all.
 */
export interface DeviceSession {
  uid: string
  /** Raised with every token: an answer to an older one says nothing about the newer. */
  tokenEpoch: number
  /** The token, sealed with the key in the person's database. */
  token: Sealed
  /** The guest's intents are being merged into this person; done again from the start after a crash. */
  mergeGuest: boolean
}

/** A database whose deletion has begun. What is left in it is kept, unless the person gave it up. */
export interface Wipe {
  uid: string
  discard: boolean
}

/**
 * A person's key for signing approvals (ECDSA, P-256), whose private half no script can export. It survives
 * signing out, because the signer's settings list its public half (65 bytes in base64).
 */
export interface ApprovalKey {
  uid: string
  privateKey: CryptoKey
  publicKey: string
}

interface DeviceRecords {
  /** Made with the store: when another stands here, the browser has taken everything away meanwhile. */
  id: string
  session: DeviceSession | null
  /** How many tokens this device has had: no two have one epoch, whoever's they are and whatever has been wiped. */
  tokens: number
  /** Databases whose deletion has begun: finished before anything is read. */
  wipe: Wipe[]
  /** The desks that were ever opened here, by their ids (desk-id.ts): they go when their person leaves. */
  desks: string[]
  /** Signing in with an account of elsewhere is under way: its ticket, what was typed, and where to go on. */
  social: { ticket: string; email: string; back: string | null; invitation?: string } | null
  /** Operators' approval keys: one per person, the newest few. */
  approvalKeys: ApprovalKey[]
  /** An account was deleted elsewhere: when this device learned it, and how many changes went with it unsent. */
  parted: { at: number; lost: number } | null
  /** The language the person chose. */
  language: string
  /** The currency in which the person chose to see prices. */
  currency: string
  /** The market's name and its currency, as this device had them last. */
  market: string
  marketCurrency: string
  /** How the person chose the interface to look. */
  theme: 'system' | 'light' | 'dark'
  /** Whether the person asks to save data here; else the browser says so. */
  saveData: boolean
  /** How lists of products look. */
  listLook: 'grid' | 'rows'
  /** Where the service button stands: its distance from the end and the foot of the window (CSS pixels). */
  servicePlace: { inline: number; block: number }
  /** When the browser was last asked to keep all this (Unix ms), and what it said. */
  keep: { askedAt: number; granted: boolean }
}

export const DEVICE_DB = 'caravan-device'

/** BroadcastChannel over which the tabs of a device say that the person has changed. */
export const DEVICE_CHANNEL = 'caravan-device'
export type DeviceMessage = { type: 'person'; uid: string }

/** Typed access to the device store; both the worker and the page use it. */
export interface DeviceStore {
  read<K extends keyof DeviceRecords>(key: K): Promise<DeviceRecords[K] | undefined>
  write<K extends keyof DeviceRecords>(
    key: K,
    change: (old: DeviceRecords[K] | undefined) => DeviceRecords[K],
  ): Promise<void>
}

/** Opens the device store on first use, with strict durability. */
export function openDevice(env: IdbEnv = {}): DeviceStore {
  let opened: Promise<IDBDatabase> | undefined
  const open = (): Promise<IDBDatabase> => {
    const request = (env.indexedDB ?? indexedDB).open(DEVICE_DB, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('records')
    }
    return promisifyRequest(request).then((db) => {
      // Closed by the browser (site data cleared): the next use opens a new, empty one.
      db.onclose = () => {
        opened = undefined
      }
      return db
    })
  }
  const store: UseStore = async (mode, callback) => {
    const opening = (opened ??= open())
    try {
      return callback((await opening).transaction('records', mode, { durability: 'strict' }).objectStore('records'))
    } catch (error) {
      // One that was cut off while it opened, or is being closed, must not be asked for ever.
      if (opened === opening) opened = undefined
      throw error
    }
  }
  return {
    read: (key) => get(key, store),
    write: (key, change) => update(key, change, store),
  }
}

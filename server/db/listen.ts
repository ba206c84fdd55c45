import { Client, escapeIdentifier } from 'pg'

/**
 * Subscribes to a channel; resolves, once it hears, to the way to stop. What is said while the connection is broken is
 * missed: whoever listens must also ask now and then.
 */
export type Listen = (channel: string, hear: (payload: string) => void) => Promise<() => Promise<void>>

const AGAIN_MS = 2_000

/** LISTEN over a connection of its own, which is made again when it breaks. */
export const listenTo =
  (url: string, report: (error: unknown) => void): Listen =>
  async (channel, hear) => {
    let client: Client | undefined
    let timer: NodeJS.Timeout | undefined
    let stopped = false

    const connect = async (): Promise<void> => {
      const fresh = new Client({ connectionString: url, application_name: 'caravan listen', keepAlive: true })
      const broken = (error?: unknown): void => {
        if (client !== fresh || stopped) return
        client = undefined
        if (error) report(error)
        again()
      }
      fresh.on('error', broken)
      fresh.on('end', () => broken())
      fresh.on('notification', (message) => {
        if (message.channel === channel) hear(message.payload ?? '')
      })
      await fresh.connect()
      await fresh.query(`listen ${escapeIdentifier(channel)}`)
      client = fresh
    }
    const again = (): void => {
      timer = setTimeout(() => {
        connect().catch((error: unknown) => {
          report(error)
          if (!stopped) again()
        })
      }, AGAIN_MS)
    }

    await connect()
    return async () => {
      stopped = true
      clearTimeout(timer)
      await client?.end()
    }
  }

import { Client, escapeIdentifier } from 'pg'

/**
 * Subscribes to a channel; resolves, once it hears, to the way to stop. What is said while the connection is broken is
 * not repeated: `missed` runs after each new connection has begun to listen, and reads what may have changed meanwhile.
 */
export type Listen = (
  channel: string,
  hear: (payload: string) => void,
  missed?: () => Promise<void>,
) => Promise<() => Promise<void>>

const AGAIN_MS = 2_000

/** LISTEN over a connection of its own, which is made again when it breaks. */
export const listenTo =
  (url: string, report: (error: unknown) => void): Listen =>
  async (channel, hear, missed) => {
    let open: Connection | undefined
    let timer: NodeJS.Timeout | undefined
    let stopped = false

    /** Resolves when the connection that it makes listens. */
    const connect = async (): Promise<Connection> => {
      const client = new Client({ connectionString: url, application_name: 'caravan listen', keepAlive: true })
      const broken = new Promise<unknown>((resolve) => {
        client.on('error', resolve)
        client.on('end', () => resolve(undefined))
      })
      client.on('notification', (message) => {
        if (message.channel === channel) hear(message.payload ?? '')
      })
      try {
        await client.connect()
        await client.query(`listen ${escapeIdentifier(channel)}`)
      } catch (error) {
        await client.end()
        throw error
      }
      return { client, broken }
    }
    const again = async (): Promise<void> => {
      const made = await connect().catch((error: unknown) => {
        if (stopped) return
        report(error)
        later()
      })
      if (!made) return
      if (stopped) return made.client.end()
      keep(made)
      await missed?.().catch((error: unknown) => {
        if (!stopped) report(error)
        // Another connection reads it.
        return made.client.end()
      })
    }
    const later = (): void => {
      timer = setTimeout(() => void again(), AGAIN_MS)
    }
    const keep = (made: Connection): void => {
      open = made
      void made.broken.then((error) => {
        open = undefined
        if (stopped) return
        if (error) report(error)
        later()
      })
    }

    keep(await connect())
    return async () => {
      stopped = true
      clearTimeout(timer)
      await open?.client.end()
    }
  }

interface Connection {
  client: Client
  /** Resolves when it has ended, with the error if there was one. */
  broken: Promise<unknown>
}

import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'

/** Asks for secrets: at a terminal without showing them, else a line of the input each. */
export interface Secrets {
  ask(question: string): Promise<string>
  close(): void
}

/** Reads secrets from the input of this process. */
export function openSecrets(): Secrets {
  // Shows what is asked, and nothing of what is typed.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines: Interface = createInterface({
    input: process.stdin,
    output: silent,
    terminal: process.stdin.isTTY,
  })
  const each = lines[Symbol.asyncIterator]()
  // A terminal that reads no lines itself does not send this for Ctrl-C.
  lines.on('SIGINT', () => process.exit(130))
  return {
    async ask(question) {
      if (process.stdin.isTTY) process.stderr.write(question)
      const line = await each.next()
      if (process.stdin.isTTY) process.stderr.write('\n')
      if (line.done) throw new Error('The input ended before it was answered.')
      return line.value.trim()
    },
    close: () => lines.close(),
  }
}

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail as a mail server got it, decoded. */
export interface Received {
  to: string
  /** By name in lower case, unfolded. */
  headers: ReadonlyMap<string, string>
  subject: string
  text: string
  html: string
}

/** The server's refusal of a recipient or of a message; undefined takes the mail. */
export type Reply = { code: number; says: string } | undefined

/** A real mail server on a port of this machine. */
export interface MailServer {
  url: string
  received: Received[]
  /** Answers each recipient; `tries` counts how often it was named. */
  answer: (address: string, tries: number) => Reply
  /** Answers a message that was sent whole. */
  answerData: (address: string) => Reply
  close(): Promise<void>
}

const errorOf = ({ code, says }: NonNullable<Reply>): Error => Object.assign(new Error(says), { responseCode: code })

export async function startMailServer(): Promise<MailServer> {
  const tried = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const tries = (tried.get(address) ?? 0) + 1
      tried.set(address, tries)
      const reply = mail.answer(address, tries)
      done(reply && errorOf(reply))
    },
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo[0]!.address
      textOf(stream).then(
        (raw) => {
          const reply = mail.answerData(to)
          if (!reply) mail.received.push(readMail(to, raw))
          done(reply && errorOf(reply))
        },
        (error: unknown) => done(error as Error),
      )
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received: [],
    answer: () => undefined,
    answerData: () => undefined,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
  return mail
}

const headersOf = (head: string): Map<string, string> =>
  new Map(
    head
      .replace(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )

const quoted = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=\r?\n/g, '').replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  )

/** Encoded words (RFC 2047). */
const decoded = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, way: string, words: string) =>
      (way.toLowerCase() === 'b' ? Buffer.from(words, 'base64') : quoted(words.replaceAll('_', ' '))).toString(
        'latin1',
      ),
    )
    .replace(/[\u0080-\u00ff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString())

const split = (raw: string): [head: string, body: string] => {
  const at = /\r?\n\r?\n/.exec(raw)!
  return [raw.slice(0, at.index), raw.slice(at.index + at[0].length)]
}

function partOf(raw: string): { type: string; body: string } {
  const [head, body] = split(raw)
  const headers = headersOf(head)
  const encoding = headers.get('content-transfer-encoding') ?? '7bit'
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? quoted(body)
        : Buffer.from(body)
  return { type: headers.get('content-type') ?? '', body: bytes.toString().replaceAll('\r\n', '\n').trimEnd() }
}

/** Reads a mail of plain text and HTML. */
function readMail(to: string, raw: string): Received {
  const [head, body] = split(raw)
  const headers = headersOf(head)
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1]
  if (boundary === undefined) throw new Error(`A mail without parts: ${head}`)
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => partOf(part.replace(/^\r?\n/, '')))
  const of = (type: string): string => parts.find((part) => part.type.startsWith(type))?.body ?? ''
  return { to, headers, subject: decoded(headers.get('subject') ?? ''), text: of('text/plain'), html: of('text/html') }
}

import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../config/config.ts'
import { isLocalHost, isPublic } from '../config/deployment.ts'
import { render, type Rendered, type Sendable } from './render.ts'

/** One mail to one address. */
export interface Mail extends Sendable {
  to: string
  /** The same for each try of a mail, so that a mailbox can tell that it has it already. */
  id?: string | undefined
}

/** Sends mails; `send` resolves once the mail server has taken it (or the file is written) and rejects otherwise. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Whom a mail comes from. */
interface Sender {
  name: string
  address: string
}

/** A mail that can add no header, with its bodies. */
type Ready = Rendered & { to: string; subject: string; from: Sender; id: string | undefined }

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'demo' | 'publicUrl'>

// A caller waits for 30 s; the mail server must have spoken before.
const TIMEOUTS = { connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 15_000, dnsTimeout: 8000 }
// Nothing that could end a header, add a recipient or a name.
const ADDRESS = /^[^\s\p{C}@<>()[\],;:"\\]+@[^\s\p{C}@<>()[\],;:"\\]+$/u
const SUBJECT_MAX = 200

const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** The sender that MAIL_FROM names; where that has an address alone, the market gives its name. */
function senderOf(mailFrom: string, market: string | undefined): Sender {
  const [, name = '', address = mailFrom] = /^([^<>]*)<([^<>]+)>$/.exec(mailFrom) ?? []
  return { name: oneLine(name) || oneLine(market ?? '').replace(/[<>"\\]/g, ''), address }
}

/** Checks the address, and makes one line of the subject: what comes in can add no header. */
function ready(mail: Mail, { mailFrom, publicUrl }: MailConfig): Ready {
  if (!ADDRESS.test(mail.to)) throw new Error('This is no mail address')
  const subject = oneLine(mail.subject).slice(0, SUBJECT_MAX)
  const from = senderOf(mailFrom, mail.market)
  const id = mail.id === undefined ? undefined : `<${mail.id}@${from.address.split('@').at(-1)}>`
  return { ...render({ ...mail, subject }, publicUrl), to: mail.to, subject, from, id }
}

/** A mailer whose mails come from the market by its own name, and in its colour. */
export const fromMarket = (mailer: Mailer, market: () => Promise<{ name: string; color: string | null }>): Mailer => ({
  send: async (mail) => {
    const { name, color } = await market()
    await mailer.send({ market: name, ...(color !== null && { color }), ...mail })
  },
})

/**
 * The market's mailer: the SMTP server when one is configured, else files in the data folder, named in the log. A
 * subject may hold a code, so that the log has it only in a demo market that is not public.
 */
export function createMailer(config: MailConfig, log: (line: string) => void = console.log): Mailer {
  const deliver = config.smtpUrl === undefined ? toFiles(config, log) : bySmtp(config.smtpUrl)
  return { send: async (mail) => deliver(ready(mail, config)) }
}

function bySmtp(url: string): (mail: Ready) => Promise<void> {
  // A stripped STARTTLS would send the password, and people's codes, in clear. The URL may say otherwise
  // (?requireTLS=false).
  const requireTLS = !isLocalHost(new URL(url).hostname)
  const transport = createTransport({ requireTLS, url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true })
  return async ({ from, to, subject, text, html, headers, id }) => {
    await transport.sendMail({
      ...{ from, subject, text, html },
      // The address as an object is taken as it is; a string would be parsed as a list of them.
      to: { name: '', address: to },
      // As they are: an address that was folded is none.
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }])),
      ...(id !== undefined && { messageId: id }),
    })
  }
}

/** The most mails kept as files, the latest: in a market without SMTP nobody takes them away. */
export const MAILS_KEPT = 1_000

/** Makes room for one more in a folder of mails: deletes the oldest, whose names begin with their time. */
async function clearOld(folder: string): Promise<void> {
  const old = (await readdir(folder)).sort().slice(0, 1 - MAILS_KEPT)
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
}

/** A mail as a file that mail programs open, its words readable as they are. */
function fileOf({ from, to, subject, text, html, headers, id }: Ready, at: Date): string {
  const boundary = `part-${randomBytes(16).toString('hex')}`
  const part = (type: string, body: string): string =>
    `--${boundary}\nContent-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${body}\n`
  const head = [
    `Date: ${at.toUTCString()}`,
    `From: ${from.name === '' ? from.address : `${from.name} <${from.address}>`}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    ...(id === undefined ? [] : [`Message-ID: ${id}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
  ]
  return `${head.join('\n')}\n\n${part('text/plain', text)}\n${part('text/html', html)}--${boundary}--\n`
}

function toFiles(config: MailConfig, log: (line: string) => void): (mail: Ready) => Promise<void> {
  const folder = join(config.dataDir, 'mail')
  return async (mail) => {
    const at = new Date()
    const file = join(folder, `${at.toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`)
    // They hold codes: for the market's own user only.
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await clearOld(folder)
    await writeFile(file, fileOf(mail, at), { mode: 0o600, flag: 'wx' })
    log(
      config.demo && !isPublic(config)
        ? `[demo] Mail for ${mail.to}: ${mail.subject} (${file})`
        : `A mail was written to ${file}`,
    )
  }
}

import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import { isLocalHost, isPublic } from './deployment.ts'

/** One mail: plain text to one address. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends mails; `send` resolves once the mail server has taken it (or the file is written) and rejects otherwise. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'demo' | 'publicUrl'>

// A caller waits for 30 s; the mail server must have spoken before.
const TIMEOUTS = { connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 15_000, dnsTimeout: 8000 }
// Nothing that could end a header, add a recipient or a name.
const ADDRESS = /^[^\s\p{C}@<>()[\],;:"\\]+@[^\s\p{C}@<>()[\],;:"\\]+$/u

/** Checks the address, and makes one line of the subject: what comes in can add no header. */
function harmless({ to, subject, text }: Mail): Mail {
  if (!ADDRESS.test(to)) throw new Error('This is no mail address')
  return { to, subject: subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim(), text }
}

/**
 * The market's mailer: the SMTP server when one is configured, else files in the data folder, named in the log. Each
 * mail ends with the market's public address. A subject may hold a code, so that the log has it only in a demo market
 * that is not public.
 */
export function createMailer(config: MailConfig, log: (line: string) => void = console.log): Mailer {
  const deliver = config.smtpUrl === undefined ? toFiles(config, log) : bySmtp(config.smtpUrl, config.mailFrom)
  const signature = config.publicUrl === undefined ? '' : `\n\n-- \n${config.publicUrl}`
  return {
    send: async (mail) => {
      const { to, subject, text } = harmless(mail)
      await deliver({ to, subject, text: `${text}${signature}` })
    },
  }
}

function bySmtp(url: string, from: string): Mailer['send'] {
  // A stripped STARTTLS would send the password, and people's codes, in clear. The URL may say otherwise
  // (?requireTLS=false).
  const requireTLS = !isLocalHost(new URL(url).hostname)
  const transport = createTransport({ requireTLS, url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true })
  // The address as an object is taken as it is; a string would be parsed as a list of them.
  return async ({ to, subject, text }) => {
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
  }
}

/** So many mails are kept as files, the latest: a market without SMTP has nobody who takes them away. */
export const MAILS_KEPT = 1_000

/** Makes room for one more in a folder of mails: deletes the oldest, whose names begin with their time. */
async function clearOld(folder: string): Promise<void> {
  const old = (await readdir(folder)).sort().slice(0, 1 - MAILS_KEPT)
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
}

function toFiles(config: MailConfig, log: (line: string) => void): Mailer['send'] {
  const { dataDir, mailFrom } = config
  const folder = join(dataDir, 'mail')
  return async ({ to, subject, text }) => {
    const at = new Date()
    const file = join(folder, `${at.toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`)
    const head = [
      `Date: ${at.toUTCString()}`,
      `From: ${mailFrom}`,
      `To: ${to}`,
      `Subject: ${subject}`,
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
    ]
    // They hold codes: for the market's own user only.
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await clearOld(folder)
    await writeFile(file, `${head.join('\n')}\n\n${text}\n`, { mode: 0o600, flag: 'wx' })
    log(
      config.demo && !isPublic(config)
        ? `[demo] Mail for ${to}: ${subject} (${file})`
        : `A mail was written to ${file}`,
    )
  }
}

import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMailer, MAILS_KEPT } from './mail.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'caravan-mail-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const mailFrom = 'Caravan <shop@example.org>'
const evil = [
  'a@b\r\nBcc: c@d',
  'a@b\nc@d',
  'a@b, c@d',
  'a@b;c@d',
  'A <a@b>',
  'a b@c',
  'a@b\u0000',
  '"a"@b',
  'a@',
  '@b',
  'ab',
  'a@b@c',
  'a@b>(c',
]

describe('mails as files', () => {
  const logged: string[] = []
  const demo = { demo: true, publicUrl: undefined }
  const mailer = (config: { demo: boolean; publicUrl: string | undefined } = demo) =>
    createMailer({ smtpUrl: undefined, mailFrom, dataDir, ...config }, (line) => logged.push(line))
  beforeEach(() => {
    logged.length = 0
  })

  it('can be read with their code, and say so in the log', async () => {
    await mailer().send({ to: 'bo@example.org', subject: '验证码：012345', text: 'Your code\n\n012345' })
    const [name] = await readdir(join(dataDir, 'mail'))
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f]{8}\.eml$/)
    const whole = await readFile(join(dataDir, 'mail', name!), 'utf8')
    const [head, plainHead, ...body] = whole.split('\n\n')
    const boundary = /boundary="([^"]+)"/.exec(head!)![1]!
    expect(head!.split('\n').slice(1)).toEqual([
      'From: Caravan <shop@example.org>',
      'To: bo@example.org',
      'Subject: 验证码：012345',
      'Auto-Submitted: auto-generated',
      'MIME-Version: 1.0',
      `Content-Type: multipart/alternative; boundary="${boundary}"`,
    ])
    expect(plainHead!.split('\n')).toEqual([
      `--${boundary}`,
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
    ])
    expect(body.slice(0, 2)).toEqual(['Your code', '012345'])
    expect(whole).toContain(`\n--${boundary}\nContent-Type: text/html; charset=utf-8\n`)
    expect(whole.endsWith(`</html>\n\n--${boundary}--\n`)).toBe(true)
    expect(logged).toEqual([`[demo] Mail for bo@example.org: 验证码：012345 (${join(dataDir, 'mail', name!)})`])
    expect((await stat(join(dataDir, 'mail', name!))).mode & 0o077).toBe(0)
  })

  it.each([
    { demo: false, publicUrl: undefined },
    { demo: true, publicUrl: 'https://market.example' },
  ])('tell the log neither code nor address where people trade: %o', async (config) => {
    await mailer(config).send({ to: 'bo@example.org', subject: 'Your code: 012345', text: '012345' })
    const [name] = await readdir(join(dataDir, 'mail'))
    expect(logged).toEqual([`A mail was written to ${join(dataDir, 'mail', name!)}`])
  })

  it('end with the public address, where there is one', async () => {
    await mailer({ demo: false, publicUrl: 'https://market.example' }).send({ to: 'a@b', subject: 's', text: 'Hello' })
    const [name] = await readdir(join(dataDir, 'mail'))
    expect(await readFile(join(dataDir, 'mail', name!), 'utf8')).toContain(
      '\n\nHello\n\n-- \nCaravan · https://market.example\n\n--part-',
    )
  })

  it('are kept in a bounded number, the latest', async () => {
    const folder = join(dataDir, 'mail')
    await mkdir(folder)
    for (let i = 0; i < MAILS_KEPT + 5; i++)
      await writeFile(join(folder, `2026-01-01T00-00-00.000Z-${String(i).padStart(8, '0')}.eml`), '')
    await mailer().send({ to: 'bo@example.org', subject: 's', text: 't' })
    const left = (await readdir(folder)).sort()
    expect(left).toHaveLength(MAILS_KEPT)
    expect(left[0]).toContain('-00000006.eml')
  })

  it('are one file each', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => mailer().send({ to: `a${i}@example.org`, subject: 's', text: 't' })),
    )
    expect(await readdir(join(dataDir, 'mail'))).toHaveLength(20)
  })

  it('come from the market by its name, where the environment names an address alone', async () => {
    const bare = createMailer({ smtpUrl: undefined, mailFrom: 'market@localhost', dataDir, ...demo }, () => undefined)
    const mail = { to: 'bo@example.org', subject: 's', text: 't' }
    for (const market of ['Nile <Bazaar>\r\nBcc: c@d', undefined]) await bare.send({ ...mail, market })
    await mailer().send({ ...mail, market: 'Nile Bazaar' })
    const names = (await readdir(join(dataDir, 'mail'))).toSorted()
    const heads = await Promise.all(names.map((name) => readFile(join(dataDir, 'mail', name), 'utf8')))
    expect(heads.map((text) => /^From: .*$/m.exec(text)![0]).toSorted()).toEqual([
      'From: Caravan <shop@example.org>',
      'From: Nile Bazaar Bcc: c@d <market@localhost>',
      'From: market@localhost',
    ])
  })

  it('keep a subject on its line', async () => {
    await mailer().send({ to: 'bo@example.org', subject: 'one\r\nBcc: c@d\u2028\u001b[2J', text: 't' })
    const [name] = await readdir(join(dataDir, 'mail'))
    expect(await readFile(join(dataDir, 'mail', name!), 'utf8')).toContain('\nSubject: one Bcc: c@d [2J\n')
  })

  it.each(evil)('refuses %j', async (to) => {
    await expect(mailer().send({ to, subject: 's', text: 't' })).rejects.toThrow('This is no mail address')
    expect(await readdir(dataDir)).toEqual([])
  })
})

describe('the sender', () => {
  const fromOf = async (from: string, market: string): Promise<string> => {
    await createMailer(
      { smtpUrl: undefined, mailFrom: from, dataDir, demo: false, publicUrl: undefined },
      () => {},
    ).send({
      ...{ to: 'bo@example.org', subject: 's', text: 't', market },
    })
    const name = (await readdir(join(dataDir, 'mail'))).sort().at(-1)!
    return /^From: (.*)$/m.exec(await readFile(join(dataDir, 'mail', name), 'utf8'))![1]!
  }
  it.each([
    ['shop@example.org', 'Nile Bazaar', 'Nile Bazaar <shop@example.org>'],
    ['Shop <shop@example.org>', 'Nile Bazaar', 'Shop <shop@example.org>'],
    ['shop@example.org', 'A\r\nBcc: c@d <x@y>', 'A Bcc: c@d x@y <shop@example.org>'],
  ])('of %j in the market %j is %j', async (from, market, sender) => {
    expect(await fromOf(from, market)).toBe(sender)
  })
})

describe('mails by SMTP', () => {
  let server: Server
  let heard: string[]
  let recipients: string
  beforeEach(async () => {
    heard = []
    recipients = '250 ok'
    // A mail server of a dozen lines: says yes to everything, except to TLS, and to the recipients if told so.
    server = createServer((socket) => {
      let inData = false
      socket.write('220 test\r\n')
      createInterface(socket).on('line', (line) => {
        heard.push(line)
        if (inData && line !== '.') return
        inData = line === 'DATA'
        socket.write(
          `${inData ? '354 go on' : line === 'STARTTLS' ? '502 not here' : line.startsWith('RCPT') ? recipients : '250 ok'}\r\n`,
        )
        if (line === 'QUIT') socket.end()
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(() => {
    server.close()
  })
  const port = (): number => (server.address() as AddressInfo).port
  const config = () => ({ mailFrom, dataDir, demo: false, publicUrl: undefined })
  const mailer = () => createMailer({ smtpUrl: `smtp://127.0.0.1:${port()}`, ...config() })

  it('reach the server as they are', async () => {
    await mailer().send({ to: "o'neil+x@example.org", subject: 'one\r\nBcc: c@d', text: 'Your code\n.\n012345' })
    expect(heard.filter((line) => /^(MAIL|RCPT)/.test(line))).toEqual([
      'MAIL FROM:<shop@example.org>',
      "RCPT TO:<o'neil+x@example.org>",
    ])
    expect(heard.filter((line) => /^(From|To|Subject|Bcc):/.test(line))).toEqual([
      'From: Caravan <shop@example.org>',
      "To: o'neil+x@example.org",
      'Subject: one Bcc: c@d',
    ])
    // A line of one dot would end the mail: it is doubled on the wire.
    expect(heard.slice(heard.indexOf('Your code'), heard.indexOf('Your code') + 3)).toEqual([
      'Your code',
      '..',
      '012345',
    ])
    expect(await readdir(dataDir)).toEqual([])
  })

  it('have the market’s name beside an address alone', async () => {
    const bare = createMailer({ smtpUrl: `smtp://127.0.0.1:${port()}`, ...config(), mailFrom: 'shop@example.org' })
    await bare.send({ to: 'bo@example.org', subject: 's', text: 't', market: 'Nile, Bazaar' })
    expect(heard.filter((line) => /^(MAIL|From:)/.test(line))).toEqual([
      'MAIL FROM:<shop@example.org>',
      'From: "Nile, Bazaar" <shop@example.org>',
    ])
  })

  // Any other name of this machine: 0.0.0.0 is not recognised as one.
  it('are not sent in clear to another machine, unless the address says so', async () => {
    const mail = { to: 'bo@example.org', subject: 's', text: '012345' }
    await expect(
      createMailer({ smtpUrl: `smtp://user:hunter2@0.0.0.0:${port()}`, ...config() }).send(mail),
    ).rejects.toThrow('STARTTLS')
    expect(heard).toContain('STARTTLS')
    expect(heard.filter((line) => /^(AUTH|MAIL|RCPT|DATA)/.test(line))).toEqual([])
    heard.length = 0
    await createMailer({ smtpUrl: `smtp://0.0.0.0:${port()}?requireTLS=false`, ...config() }).send(mail)
    expect(heard).toContain('012345')
  })

  it('fail when the server does not take them', async () => {
    recipients = '550 no such person'
    await expect(mailer().send({ to: 'bo@example.org', subject: 's', text: 't' })).rejects.toThrow('550 no such person')
  })

  it('fail when nobody is there', async () => {
    const gone = mailer()
    server.close()
    await once(server, 'close')
    await expect(gone.send({ to: 'bo@example.org', subject: 's', text: 't' })).rejects.toThrow('ECONNREFUSED')
  })

  it.each(evil)('refuses %j', async (to) => {
    await expect(mailer().send({ to, subject: 's', text: 't' })).rejects.toThrow('This is no mail address')
    expect(heard).toEqual([])
  })
})

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A certificate for this run alone. */
export interface Certificate {
  /** PEM. */
  key: string
  /** PEM. */
  cert: string
  /** SHA-256 of the public key, base64: by it a browser is told to trust the certificate. */
  spki: string
}

const SEQUENCE = 0x30
const SET = 0x31
const ECDSA_WITH_SHA256 = '06082a8648ce3d040302'
const COMMON_NAME = '0603550403'

/** One DER value: its tag, its length, its content. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const { length } = Buffer.concat(content)
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), ...content])
}
const utcTime = (date: Date): Buffer =>
  der(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`))

/** Makes a self-signed certificate (X.509 version 1) with a new key; valid for a day. */
export function makeCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const algorithm = der(SEQUENCE, Buffer.from(ECDSA_WITH_SHA256, 'hex'))
  const commonName = der(SEQUENCE, Buffer.from(COMMON_NAME, 'hex'), der(0x0c, Buffer.from('localhost')))
  const name = der(SEQUENCE, der(SET, commonName))
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)])
  const now = Date.now()
  const validity = der(SEQUENCE, utcTime(new Date(now - 3_600_000)), utcTime(new Date(now + 86_400_000)))
  const unsigned = der(SEQUENCE, der(0x02, serial), algorithm, name, validity, name, spki)
  const signature = der(0x03, Buffer.from([0]), sign('sha256', unsigned, privateKey))
  const whole = der(SEQUENCE, unsigned, algorithm, signature)
  const lines = whole.toString('base64').match(/.{1,64}/g)!
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    spki: createHash('sha256').update(spki).digest('base64'),
  }
}

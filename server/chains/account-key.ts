import { HDKey, type Versions } from '@scure/bip32'

/**
 * Reads the extended public key of an account, whose first bytes are those of `forms` (BIP-32's own where there are
 * none); undefined where it is none. An extended private key is none either: this process holds no key that can sign.
 */
export function readAccountKey(
  text: string,
  forms: readonly (Versions | undefined)[] = [undefined],
): HDKey | undefined {
  for (const form of forms) {
    const key = read(text, form)
    if (key) return key.privateKey === null ? key : undefined
  }
  return undefined
}

function read(text: string, form: Versions | undefined): HDKey | undefined {
  try {
    return HDKey.fromExtendedKey(text, form)
  } catch {
    // Not an extended key of this form, or a character of it is wrong.
    return undefined
  }
}

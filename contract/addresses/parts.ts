// Apart from crypto-addresses.ts, so that a page can show an address without the code of checksums.

/** Splits an address into groups of four characters, to read out or compare; 0x stays with the first group. */
export const addressParts = (address: string): string[] => address.match(/^0x[^]{1,4}|[^]{1,4}/g) ?? []

/** Whether each character of an address differs from the other's at its place; case counts where the network's does. */
export function differingCharacters(address: string, other: string): boolean[] {
  // EIP-55 writes a checksum with the case of hexadecimal digits: it is no part of the address.
  const plain = (text: string): string => (text.startsWith('0x') ? text.toLowerCase() : text)
  const [one, two] = [plain(address), plain(other)]
  return Array.from(one, (letter, at) => letter !== two[at])
}

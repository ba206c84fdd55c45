/** AES-GCM ciphertext; opened only with the user's own key and the same additional data. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}

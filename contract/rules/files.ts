// Files that people make on their devices: how large they may be, and in which pieces they are sent. Apart from
// schema/files.ts, so that a page can obey it without carrying the schemas' library.

/** A file is sent in pieces of so many bytes; one that was cut off goes on behind the last that arrived. */
export const PIECE_BYTES = 65_536

/** The longer edge of a picture as it leaves the device, and as the server keeps it (px). */
export const PICTURE_EDGE = 1600

/** Most bytes of a file as it leaves a device. */
export const FILE_BYTES_MAX = 2_000_000

/** Most bytes of a file that comes in a single piece, as other programs send it. */
export const UPLOAD_BYTES_MAX = 8_000_000

/** Most bytes of files of a person that the server takes in a day. */
export const FILE_BYTES_A_DAY = 60_000_000
/** A smaller file counts as so much (bytes): each has a row, a piece and a picture. */
export const FILE_BYTES_LEAST = 20_000

/** Most bytes of files that wait on one device. */
export const FILE_BYTES_WAITING = 60_000_000

/**
 * What was sent stays on the device, to be shown without a network and sent again to a server that has lost it: for so
 * long (ms), and so many bytes of it.
 */
export const SENT_FILES_MS = 30 * 86_400_000
export const SENT_FILE_BYTES = 20_000_000

/** A file that the server has is asked for again after this (ms), before what names it is sent. */
export const HERE_MS = 86_400_000

/** The server deletes a file that nothing names after so many days, which are many more than a device relies on. */
export const UNUSED_FILE_DAYS = 7

/** The id of a file: the SHA-256 of its bytes, in hexadecimal. */
export const FILE_ID = /^[0-9a-f]{64}$/

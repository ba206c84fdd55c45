// Files that people make on their devices: how large they may be, and in which pieces they are sent. Apart from
// schema-files.ts, so that a page can obey it without carrying the schemas' library.

/**
 * The size of the pieces in which a file is sent (bytes). A file that was cut off goes on after the last piece that
 * arrived.
 */
export const PIECE_BYTES = 65_536

/** The longer edge of a picture as it leaves the device, and as the server keeps it (px). */
export const PICTURE_EDGE = 1600

/** The largest file as it leaves a device (bytes). */
export const FILE_BYTES_MAX = 2_000_000

/** The largest file that comes in a single piece, as other programs send it (bytes). */
export const UPLOAD_BYTES_MAX = 8_000_000

/** The most bytes of files that the server takes from a person in a day. */
export const FILE_BYTES_A_DAY = 60_000_000
/** The least that a file counts towards that (bytes): each has a row, a piece and a picture. */
export const FILE_BYTES_LEAST = 20_000

/** The most bytes of files that wait on one device. */
export const FILE_BYTES_WAITING = 60_000_000

/**
 * Sent files stay on the device, to be shown without a network and sent again to a server that has lost them: for how
 * long (ms), and how many bytes of them at most.
 */
export const SENT_FILES_MS = 30 * 86_400_000
export const SENT_FILE_BYTES = 20_000_000

/**
 * The time after which the server is asked again whether it has a file (ms), before an intent that names the file is
 * sent.
 */
export const HERE_MS = 86_400_000

/** The days after which the server deletes a file that nothing names: many more than a device relies on. */
export const UNUSED_FILE_DAYS = 7

/** The id of a file: the SHA-256 of its bytes, in hexadecimal. */
export const FILE_ID = /^[0-9a-f]{64}$/

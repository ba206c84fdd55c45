/** An entry of the data folder. */
interface Entry {
  holds: string
  /** Why it stays when an account is deleted. Absent: nothing of a deleted account is in it. */
  stays?: string
}

/** The entries of the data folder by their names. */
export const dataFolder: Readonly<Record<string, Entry>> = {
  pglite: {
    holds: 'The database’s own files.',
    stays:
      'A page, or the write-ahead log, holds what a row was until it is written over, as a copy of the folder does.',
  },
  mail: {
    holds: 'Mails, where no mail server takes them.',
    stays: 'It stands for the mailboxes of a market that is tried: the latest thousand.',
  },
  pictures: {
    holds:
      'Sizes of pictures that are shown; of others they are deleted within minutes (pictures/serving/pictures.ts).',
  },
  photographs: { holds: 'Photographs of goods, of nobody.' },
  keys: { holds: 'The market’s keys.' },
  control: { holds: 'The operator’s socket.' },
  'market.lock': { holds: 'Which process has the folder.' },
}

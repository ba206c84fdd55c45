import type { Readers } from '../../read.ts'

/** How many applications the person has here. */
export const loansCount = ({ user }: Pick<Readers, 'user'>): Promise<number> => user.loans.count()
